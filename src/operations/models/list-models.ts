import type { Model } from '../../domain/model/model.js';
import { visibleModel } from './model-access.js';
import type { ModelContext } from './model-context.js';

/** The models that the caller may know of, newest first. */
export async function listModels({ caller, models }: ModelContext): Promise<Model[]> {
  const visible = (await models.list()).filter((model) => visibleModel(caller, model) !== null);
  return visible.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
}
