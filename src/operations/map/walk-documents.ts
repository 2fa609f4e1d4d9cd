import type { SortKey } from '../../domain/filter/filter.js';
import type { Engine, Hit, QueryPlan } from '../../engine/engine.js';

/** Small enough that taking a page from the engine holds up the event loop for a few milliseconds only. */
const PAGE_SIZE = 1_000;

const BY_ID: SortKey = { field: 'id', order: 'asc', missing: '_last' };

export interface Walk extends Pick<QueryPlan, 'scope' | 'filter' | 'timeLimit'> {
  /** Fields whose values are wanted: the sort values of the hits have the id, and then these. */
  fields: readonly string[];
  signal?: AbortSignal;
}

/** All matching documents in order of id, a page at a time. Changes meanwhile neither skip nor repeat any. */
export async function* walkDocuments(engine: Engine, { fields, signal, ...plan }: Walk): AsyncGenerator<Hit[]> {
  const sort = [BY_ID, ...fields.map((field): SortKey => ({ field, order: 'asc', missing: '_last' }))];
  let last: Hit | null = null;
  do {
    const window: { after: Hit | null; limit: number } = { after: last, limit: PAGE_SIZE };
    const { hits } = await engine.find({ ...plan, text: null, sort, facets: [], window }, { signal });
    if (hits.length > 0) yield hits;
    last = hits.length < PAGE_SIZE ? null : (hits.at(-1) ?? null);
  } while (last !== null);
}
