import { failure } from '../../domain/errors/error.js';
import { isModelId, isUnderWay, isVersionName } from '../../domain/model/model.js';
import { type ModelContext, modelNotFound, versionNotFound, visibleModel } from './model-access.js';

/** Removes a model with all its versions and stops their trainings. */
export async function deleteModel(id: string, { caller, models, training }: ModelContext): Promise<void> {
  if (!isModelId(id)) throw modelNotFound(id);
  const { unfinished } = await models.write({
    id,
    decide: (current, versionOf) => {
      const model = visibleModel(caller, current);
      if (model === null) throw modelNotFound(id);
      const unfinished = model.versions.filter(isUnderWay).flatMap(({ version }) => versionOf(version) ?? []);
      return { model: null, unfinished };
    },
  });
  for (const { modelId, version, examples } of unfinished) {
    await training.drop({ mode: caller.mode, modelId, version }, examples);
  }
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
