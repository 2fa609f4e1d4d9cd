import { failure, type ServiceError } from '../../domain/errors/error.js';
import { isModelId, isVersionName } from '../../domain/model/model.js';

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
