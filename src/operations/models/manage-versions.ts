import { failure, invalidRequest } from '../../domain/errors/error.js';
import {
  type ExampleSource,
  isModelId,
  isUnderWay,
  isVersionName,
  MODEL_LIMITS,
  type Model,
  type ModelVersion,
} from '../../domain/model/model.js';
import type { ModelChange } from '../../storage/storage.js';
import type { IdempotentRequest } from '../context.js';
import { type Answered, performOnce } from '../idempotent-write.js';
import { findModel, type ModelContext, visibleModel } from './model-access.js';
import { modelNotFound, versionNotFound } from './model-errors.js';

/** A validated request to train a version; a file of examples is on disk already. */
export interface NewVersion {
  modelId: string;
  /** Null to let the service assign a name. */
  version: string | null;
  makeDefault: boolean;
  examples: ExampleSource;
  exampleCount: number;
  labels: ModelVersion['labels'];
}

/** Creates a version and queues it for training. */
export async function createVersion(
  sent: NewVersion,
  context: ModelContext,
  idempotent: IdempotentRequest | null,
): Promise<Answered<ModelVersion>> {
  const { caller, models, training } = context;
  await findModel(sent.modelId, context);
  const answered = await performOnce<ModelVersion>(idempotent, async (record) => {
    await training.requireRoom();
    const { put } = await models.write({
      id: sent.modelId,
      decide: (current) => {
        const model = visibleModel(caller, current);
        if (model === null) throw modelNotFound(sent.modelId);
        return withNewVersion(model, sent, context.now());
      },
      idempotency: record && (({ put }) => record(stored(put))),
    });
    return stored(put);
  });
  const { result } = answered;
  // A write whose answer was lost is answered like a repeated request, but nothing of what has to follow it was done
  // yet.
  const replayed = answered.replayed && !hasExamplesOf(sent, result);
  if (!replayed) training.add({ mode: caller.mode, modelId: sent.modelId, version: result.version });
  return { result, replayed };
}

/** Whether the version is trained from the very file of the request: each request has its own. */
function hasExamplesOf({ examples: sent }: NewVersion, { examples }: ModelVersion): boolean {
  return sent.kind === 'file' && examples.kind === 'file' && sent.name === examples.name;
}

function withNewVersion(model: Model, sent: NewVersion, time: number): { model: Model; put: ModelVersion } {
  const version = sent.version ?? nextName(model);
  if (model.versions.some((other) => other.version === version)) throw versionExists(model.id, version);
  if (model.versions.length >= MODEL_LIMITS.versions) throw tooManyVersions(model.id);
  const { makeDefault, exampleCount, labels } = sent;
  const examples = withinTenant(sent.examples, model);
  const put: ModelVersion = {
    modelId: model.id,
    version,
    status: 'queued',
    makeDefault,
    examples,
    exampleCount,
    labels,
    trained: null,
    error: null,
    weightPieces: 0,
    createdAt: time,
    readyAt: null,
  };
  const versions = [...model.versions, { version, status: put.status }];
  return { model: { ...model, versions, versionCount: model.versionCount + 1, updatedAt: time }, put };
}

/** A tenant's model is trained only from that tenant's documents: its answers reveal what it was trained from. */
function withinTenant(examples: ExampleSource, { tenantId }: Model): ExampleSource {
  if (examples.kind !== 'documents' || tenantId === null) return examples;
  return { ...examples, tenants: [tenantId] };
}

/** v1, v2 …: the first number that was never assigned and that no caller has chosen. */
function nextName({ versions, versionCount }: Model): string {
  const taken = new Set(versions.map(({ version }) => version));
  for (let number = versionCount + 1; ; number++) if (!taken.has(`v${number}`)) return `v${number}`;
}

function versionExists(id: string, version: string): Error {
  const message = `Version "${version}" of the model "${id}" already exists. Versions never change: choose another name.`;
  return failure('model_exists', message, { param: 'version' });
}

function tooManyVersions(id: string): Error {
  const message = `The model "${id}" already has ${MODEL_LIMITS.versions} versions, which is the limit. Delete one first.`;
  return invalidRequest([{ param: null, code: 'too_many_items', message }]);
}

function stored(version: ModelVersion | undefined): ModelVersion {
  if (version === undefined) throw new Error('A write that stores a version has stored none.');
  return version;
}

interface Canceled extends ModelChange {
  put: ModelVersion;
  /** What the version was to be trained from. */
  examples: ExampleSource;
}

/** Cancels the training of a version that is queued or running. A version that has ended stays as it is. */
export async function cancelVersion(
  { id, version }: { id: string; version: string },
  { caller, models, training, now }: ModelContext,
): Promise<ModelVersion> {
  if (!isModelId(id)) throw modelNotFound(id);
  const { put, examples } = await models.write({
    id,
    decide: (current, versionOf): Canceled => {
      const model = visibleModel(caller, current);
      if (model === null) throw modelNotFound(id);
      const found = isVersionName(version) ? versionOf(version) : null;
      if (found === null) throw versionNotFound(id, version);
      if (!isUnderWay(found)) return { model, put: found, examples: { kind: 'gone' } };
      const put: ModelVersion = { ...found, status: 'canceled', examples: { kind: 'gone' } };
      const versions = model.versions.map((listed) =>
        listed.version === version ? { version, status: put.status } : listed,
      );
      return { model: { ...model, versions, updatedAt: now() }, put, examples: found.examples };
    },
  });
  await training.drop({ mode: caller.mode, modelId: id, version }, examples);
  return put;
}

/** Removes a version, which must not be the default, and stops its training. */
export async function deleteVersion(
  { id, version }: { id: string; version: string },
  { caller, models, training, now }: ModelContext,
): Promise<void> {
  if (!isModelId(id)) throw modelNotFound(id);
  const { examples } = await models.write({
    id,
    decide: (current, versionOf) => {
      const model = visibleModel(caller, current);
      if (model === null) throw modelNotFound(id);
      const found = isVersionName(version) ? versionOf(version) : null;
      if (found === null) throw versionNotFound(id, version);
      if (model.defaultVersion === version) throw versionInUse(id, version);
      const versions = model.versions.filter((listed) => listed.version !== version);
      return { model: { ...model, versions, updatedAt: now() }, remove: version, examples: found.examples };
    },
  });
  await training.drop({ mode: caller.mode, modelId: id, version }, examples);
}

function versionInUse(id: string, version: string): Error {
  const message = `Version "${version}" is the default of the model "${id}". Make another version the default first, or delete the model.`;
  return failure('model_in_use', message, { param: 'version' });
}
