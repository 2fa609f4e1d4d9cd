import { failure, type ServiceError } from '../../domain/errors/error.js';
import {
  isModelId,
  isVersionName,
  type Model,
  type ModelVersion,
  type VersionStatus,
} from '../../domain/model/model.js';

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

/** While a version is trained that becomes the default, asking again later helps. */
export function noDefault({ id, versions }: Model): ServiceError {
  const coming = versions.find(({ status }) => isComing(status));
  if (coming !== undefined) return notReady({ modelId: id, ...coming });
  const message = `The model "${id}" has no default version yet. Train a version first.`;
  return failure('model_version_not_found', message, { param: 'version' });
}

type NamedStatus = Pick<ModelVersion, 'modelId' | 'version' | 'status'>;

export function notReady({ modelId, version, status }: NamedStatus): ServiceError {
  const advice = isComing(status) ? 'Try again when it is ready.' : 'Train another version.';
  const message = `Version "${version}" of the model "${modelId}" is ${status}. ${advice}`;
  return failure('model_not_ready', message, { param: 'version', retryAfterSeconds: isComing(status) ? 5 : undefined });
}

function isComing(status: VersionStatus): boolean {
  return status === 'queued' || status === 'training';
}
