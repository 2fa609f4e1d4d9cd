import {
  type ExampleSource,
  isModelId,
  isUnderWay,
  isVersionName,
  type ModelVersion,
} from '../../domain/model/model.js';
import type { ModelContext } from './model-access.js';
import { modelNotFound, versionNotFound, visibleModel } from './model-access.js';

/** Cancels the training of a version that is queued or running. A version that has ended stays as it is. */
export async function cancelVersion(
  { id, version }: { id: string; version: string },
  { caller, models, training, now }: ModelContext,
): Promise<ModelVersion> {
  if (!isModelId(id)) throw modelNotFound(id);
  let examples: ExampleSource = { kind: 'gone' };
  const { put } = await models.write({
    id,
    decide: (current, versionOf) => {
      const model = visibleModel(caller, current);
      if (model === null) throw modelNotFound(id);
      const found = isVersionName(version) ? versionOf(version) : null;
      if (found === null) throw versionNotFound(id, version);
      if (!isUnderWay(found)) return { model, put: found };
      examples = found.examples;
      const put: ModelVersion = { ...found, status: 'canceled', examples: { kind: 'gone' } };
      const versions = model.versions.map((listed) =>
        listed.version === version ? { version, status: put.status } : listed,
      );
      return { model: { ...model, versions, updatedAt: now() }, put };
    },
  });
  await training.drop({ mode: caller.mode, modelId: id, version }, examples);
  if (put === undefined) throw new Error('A write that stores a version has stored none.');
  return put;
}
