import { failure } from '../../domain/errors/error.js';
import {
  DEFAULT_VERSION,
  isVersionName,
  type Model,
  type ModelKind,
  type ModelVersion,
} from '../../domain/model/model.js';
import type { TrainedFacts } from '../../domain/model/trained-facts.js';
import type { Embedder } from '../../inference/embedder.js';
import { embedWholeTexts, languageOfText, type TextMeaning } from '../../inference/text-meaning.js';
import type { OperationContext } from '../context.js';
import { findModel, type ModelContext, versionNotFound } from './model-access.js';

export interface UsedModel {
  model_id: string;
  version: string;
}

/** A version that is trained and can answer. */
export interface UsableVersion {
  version: ModelVersion;
  trained: TrainedFacts;
}

/** The version that a request names, if the model is of the right kind and the version is ready. */
export async function usableVersion(asked: UsedModel, kind: ModelKind, context: ModelContext): Promise<UsableVersion> {
  const model = await findModel(asked.model_id, context, 'model_id');
  requireKind(model, kind);
  const version = await namedVersion(model, asked.version, context);
  if (version.status === 'ready' && version.trained !== null) return { version, trained: version.trained };
  throw notReady(version);
}

async function namedVersion(model: Model, name: string, { models }: ModelContext): Promise<ModelVersion> {
  const actual = name === DEFAULT_VERSION ? model.defaultVersion : name;
  if (actual === null) throw noDefault(model);
  const version = isVersionName(actual) ? await models.version(model.id, actual) : null;
  if (version === null) throw versionNotFound(model.id, actual);
  return version;
}

/** A model of another kind does not exist as far as this endpoint is concerned. */
function requireKind(model: Model, kind: ModelKind): void {
  if (model.kind === kind) return;
  const endpoint = model.kind === 'predictor' ? 'predict' : 'classify';
  const message = `The model "${model.id}" is a ${model.kind}. Ask it with ${endpoint}.`;
  throw failure('model_not_found', message, { param: 'model_id' });
}

function noDefault({ id, versions }: Model): Error {
  const advice =
    versions.length === 0 ? 'Train a version first.' : 'Its first version that is ready becomes the default.';
  const message = `The model "${id}" has no default version yet. ${advice}`;
  return failure('model_version_not_found', message, { param: 'version' });
}

function notReady({ modelId, version, status }: ModelVersion): Error {
  const isComing = status === 'queued' || status === 'training';
  const advice = isComing ? 'Try again when it is ready.' : 'Train another version.';
  const message = `Version "${version}" of the model "${modelId}" is ${status}. ${advice}`;
  return failure('model_not_ready', message, { param: 'version', retryAfterSeconds: isComing ? 5 : undefined });
}

/** The encoder that the version was trained with; embeddings of another one are in a different vector space. */
export function embedderFor({ version, trained }: UsableVersion, context: OperationContext): Embedder {
  const { embedder, nextEmbedder } = context;
  const known = [embedder, nextEmbedder].find((encoder) => encoder?.space === trained.space);
  if (known != null) return known;
  const message = `Version "${version.version}" was trained with another encoder than the service has now. Train it again.`;
  throw failure('model_not_ready', message, { param: 'version' });
}

/** Embeds a text of unknown language in the way of the version's training. */
export async function embedFor(usable: UsableVersion, text: string, context: OperationContext): Promise<TextMeaning> {
  const language = languageOfText(text, usable.trained.language);
  const [embedded] = await embedWholeTexts([{ text, language }], embedderFor(usable, context), 'sentence');
  return embedded;
}
