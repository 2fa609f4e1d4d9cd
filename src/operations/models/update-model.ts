import { failure } from '../../domain/errors/error.js';
import { isModelId, type Model, type ModelVersion } from '../../domain/model/model.js';
import type { IdempotentRequest } from '../context.js';
import { type Answered, performOnce } from '../idempotent-write.js';
import type { ModelContext } from './model-access.js';
import { modelNotFound, versionNotFound, visibleModel } from './model-access.js';

/** Fields that are left out stay unchanged. */
export interface ModelChanges {
  name?: string | null;
  description?: string | null;
  default_version?: string;
}

export async function updateModel(
  { id, changes }: { id: string; changes: ModelChanges },
  { caller, models, now }: ModelContext,
  idempotent: IdempotentRequest | null,
): Promise<Answered<Model>> {
  if (!isModelId(id)) throw modelNotFound(id);
  const decide = (current: Model | null, version: (name: string) => ModelVersion | null) => {
    const model = visibleModel(caller, current);
    if (model === null) throw modelNotFound(id);
    requireReady(model, changes.default_version, version);
    return { model: changed(model, changes, now()) };
  };
  return performOnce(idempotent, async (record) => {
    const idempotency = record && (({ model }: { model: Model | null }) => record(stored(model)));
    return stored((await models.write({ id, decide, idempotency })).model);
  });
}

function changed(model: Model, changes: ModelChanges, time: number): Model {
  const { name = model.name, description = model.description, default_version = model.defaultVersion } = changes;
  return { ...model, name, description, defaultVersion: default_version, updatedAt: time };
}

/** Requests without a version go to the default, so it must be able to answer them. */
function requireReady(model: Model, name: string | undefined, version: (name: string) => ModelVersion | null): void {
  if (name === undefined) return;
  const wanted = version(name);
  if (wanted === null) throw versionNotFound(model.id, name, 'default_version');
  if (wanted.status === 'ready') return;
  const message = `Version "${name}" is ${wanted.status}; only a version that is ready can be the default.`;
  throw failure('model_not_ready', message, { param: 'default_version' });
}

function stored(model: Model | null): Model {
  if (model === null) throw new Error('A write that stores a model has deleted it.');
  return model;
}
