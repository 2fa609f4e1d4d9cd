import { isModelId } from '../../domain/model.js';
import { modelNotFound, visibleModel } from './model-access.js';
import type { ModelContext } from './model-context.js';

/** Removes a model with all its versions. */
export async function deleteModel(id: string, { caller, models }: ModelContext): Promise<void> {
  if (!isModelId(id)) throw modelNotFound(id);
  await models.write({
    id,
    decide: (current) => {
      if (visibleModel(caller, current) === null) throw modelNotFound(id);
      return { model: null };
    },
  });
}
