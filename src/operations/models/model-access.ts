import type { Caller } from '../../domain/caller.js';
import { isModelId, isVersionName, type Model, type ModelKind, type ModelVersion } from '../../domain/model/model.js';
import type { ModelStorage } from '../../storage/storage.js';
import { modelNotFound, versionNotFound } from './model-errors.js';
import type { TrainingQueue } from './training-queue.js';

/** What operations on models work with: the caller, and the models of the caller's mode. */
export interface ModelContext {
  caller: Caller;
  models: ModelStorage;
  training: TrainingQueue;
  now: () => number;
}

/** A key bound to tenants sees only their models, not those without a tenant. */
export function visibleModel(caller: Caller, model: Model | null): Model | null {
  if (model === null || caller.tenants === null) return model;
  return model.tenantId !== null && caller.tenants.includes(model.tenantId) ? model : null;
}

/** The models that the caller may see, newest first. */
export async function listModels({ caller, models }: ModelContext): Promise<Model[]> {
  const visible = (await models.list()).filter((model) => visibleModel(caller, model) !== null);
  return visible.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
}

/** The model if the caller may see it. `param` is the parameter of the request that names it. */
export async function findModel(id: string, { caller, models }: ModelContext, param = 'id'): Promise<Model> {
  const model = isModelId(id) ? visibleModel(caller, await models.get(id)) : null;
  return model ?? raise(modelNotFound(id, param));
}

/** For examples that are checked before a missing model is reported, as everywhere else; until then any kind will do. */
export async function kindToExpect(id: string, { caller, models }: ModelContext): Promise<ModelKind> {
  const model = isModelId(id) ? visibleModel(caller, await models.get(id)) : null;
  return model?.kind ?? 'text_classifier';
}

export async function findVersion(model: Model, version: string, { models }: ModelContext): Promise<ModelVersion> {
  const found = isVersionName(version) ? await models.version(model.id, version) : null;
  return found ?? raise(versionNotFound(model.id, version));
}

function raise(error: Error): never {
  throw error;
}
