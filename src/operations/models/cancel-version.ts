import {
  type ExampleSource,
  isModelId,
  isUnderWay,
  isVersionName,
  type ModelVersion,
} from '../../domain/model/model.js';
import type { ModelChange } from '../../storage/storage.js';
import { type ModelContext, modelNotFound, versionNotFound, visibleModel } from './model-access.js';

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
