import { failure } from '../../domain/errors/error.js';
import {
  DEFAULT_VERSION,
  isVersionName,
  type Model,
  type ModelKind,
  type ModelVersion,
} from '../../domain/model/model.js';
import type { TrainedFacts } from '../../domain/model/trained-facts.js';
import { findModel, versionNotFound } from './model-access.js';
import type { ModelContext } from './model-context.js';

export interface UsedModel {
  model_id: string;
  version: string;
}

/** A version that gives answers. */
export interface UsableVersion {
  version: ModelVersion;
  trained: TrainedFacts;
}

/** The version that a request for an answer names, if the model is of the right kind and the version is trained. */
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

/** A model of another kind is none that this endpoint knows. */
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
