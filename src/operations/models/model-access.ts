import type { Caller } from '../../domain/caller.js';
import { failure, type ServiceError } from '../../domain/errors/error.js';
import { isModelId, isVersionName, type Model, type ModelVersion } from '../../domain/model/model.js';
import type { ModelContext } from './model-context.js';

/** A key that is bound to tenants knows of their models alone: those without a tenant are not for it. */
export function visibleModel(caller: Caller, model: Model | null): Model | null {
  if (model === null || caller.tenants === null) return model;
  return model.tenantId !== null && caller.tenants.includes(model.tenantId) ? model : null;
}

/** The model, as the caller may see it; `param` is where the request names it. */
export async function findModel(id: string, { caller, models }: ModelContext, param = 'id'): Promise<Model> {
  const model = isModelId(id) ? visibleModel(caller, await models.get(id)) : null;
  return model ?? raise(modelNotFound(id, param));
}

export async function findVersion(model: Model, version: string, { models }: ModelContext): Promise<ModelVersion> {
  const found = isVersionName(version) ? await models.version(model.id, version) : null;
  return found ?? raise(versionNotFound(model.id, version));
}

export function modelNotFound(id: string, param = 'id'): ServiceError {
  const message = isModelId(id) ? `There is no model "${id}".` : 'No model can have this id.';
  return failure('model_not_found', message, { param });
}

export function versionNotFound(modelId: string, version: string, param = 'version'): ServiceError {
  const message = isVersionName(version)
    ? `The model "${modelId}" has no version "${version}".`
    : 'No version can have this name.';
  return failure('model_version_not_found', message, { param });
}

function raise(error: Error): never {
  throw error;
}
