import { isModelId, isUnderWay } from '../../domain/model/model.js';
import { modelNotFound, visibleModel } from './model-access.js';
import type { ModelContext } from './model-context.js';

/** Removes a model with all its versions. Trainings of them end. */
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
