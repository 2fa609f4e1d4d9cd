import { failure, type ServiceError } from '../../domain/errors/error.js';
import { isModelId, isVersionName, type Model, type ModelVersion } from '../../domain/model/model.js';

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

export function noDefault({ id, versions }: Model): ServiceError {
  const advice =
    versions.length === 0 ? 'Train a version first.' : 'Its first version that is ready becomes the default.';
  const message = `The model "${id}" has no default version yet. ${advice}`;
  return failure('model_version_not_found', message, { param: 'version' });
}

export function notReady({ modelId, version, status }: ModelVersion): ServiceError {
  const isComing = status === 'queued' || status === 'training';
  const advice = isComing ? 'Try again when it is ready.' : 'Train another version.';
  const message = `Version "${version}" of the model "${modelId}" is ${status}. ${advice}`;
  return failure('model_not_ready', message, { param: 'version', retryAfterSeconds: isComing ? 5 : undefined });
}
