import type { SortKey } from '../../../domain/filter/filter.js';
import type { Hit } from '../../engine.js';
import type { AnalysedPlan } from '../../query/analyse-query.js';
import type { CountedTree } from '../facets/counted.js';
import { PLACE_AMONG_PINNED } from '../scripts.js';
import { allOf, anyOf, constant, type Dsl, noneOf } from './dsl.js';
import type { QuerySession } from './query-session.js';
import type { RawSortValues } from './sort-query.js';
import type { TextSearch } from './text-search.js';

/** The cluster returns no more hits at a time (`max_result_window`). */
const MOST_HITS = 10_000;

/** The score of pinned documents that the text query does not find: all others score more. */
export const NOT_FOUND = 0;

/** What a plan pins and hides, as it is asked of the cluster. For most plans that is nothing. */
export class Curation {
  readonly #pinned: readonly string[];
  readonly #hidden: readonly string[];

  constructor({ pinned = [], hidden = [] }: Pick<AnalysedPlan, 'pinned' | 'hidden'>) {
    const isHidden = new Set(hidden);
    this.#hidden = [...isHidden];
    this.#pinned = [...new Set(pinned)].filter((id) => !isHidden.has(id));
  }

  /** What a plan matches. Pinned documents that the text query does not find are added to what it finds. */
  matching(narrowing: Dsl, text: TextSearch | null): Dsl {
    const filter = this.#hidden.length === 0 ? [narrowing] : [narrowing, noneOf([byId(this.#hidden)])];
    if (text === null) return { bool: { filter } };
    if (this.#pinned.length === 0) return { bool: { filter, must: [text.query] } };
    const should = [text.query, constant(byId(this.#pinned), NOT_FOUND)];
    return { bool: { filter, should, minimum_should_match: 1 } };
  }

  /** Comes before the plan's own sort. */
  get sort(): Dsl[] {
    if (this.#pinned.length === 0) return [];
    const places = Object.fromEntries(this.#pinned.map((id, place) => [id, place]));
    const script = { ...PLACE_AMONG_PINNED, params: { places, others: this.#pinned.length } };
    return [{ _script: { type: 'number', order: 'asc', script } }];
  }

  /** The sort values of a hit without the one that is added here, and the other way round. */
  withoutPlace(raw: RawSortValues): RawSortValues {
    return this.#pinned.length === 0 ? raw : raw.slice(1);
  }

  withPlace({ id }: Pick<Hit, 'id'>, raw: RawSortValues, sort: readonly SortKey[]): RawSortValues {
    if (this.#pinned.length === 0) return raw;
    const place = this.#pinned.indexOf(id);
    const values = raw.map((value, i) => (sort[i]?.field === '_score' ? (value ?? NOT_FOUND) : value));
    return [place < 0 ? this.#pinned.length : place, ...values];
  }

  withPinned(query: Dsl): Dsl {
    return this.#pinned.length === 0 ? query : anyOf([query, byId(this.#pinned)]);
  }

  /** Counts the pinned documents one by one. `late` is the part of the plan that is applied after the aggregations. */
  aggregations(late: Dsl | null): Dsl {
    if (this.#pinned.length === 0) return {};
    const filters = this.#pinned.map((id) => allOf([byId([id]), ...(late === null ? [] : [late])]));
    return { pinned: { filters: { filters } } };
  }

  pinnedIn(counts: Readonly<Record<string, CountedTree>>): string[] {
    const buckets = counts.pinned?.buckets ?? [];
    return this.#pinned.filter((_, i) => buckets[i].doc_count > 0);
  }

  /** The hidden documents that would have been matches; null if the plan hides none. */
  async findHidden(
    { narrowing, text }: { narrowing: Dsl; text: TextSearch | null },
    session: QuerySession,
  ): Promise<string[] | null> {
    if (this.#hidden.length === 0) return null;
    const must = text === null ? [] : [text.query];
    const query = { bool: { filter: [narrowing, byId(this.#hidden)], must } };
    const size = Math.min(MOST_HITS, this.#hidden.length);
    const { hits } = await session.search({ query, size, _source: false });
    const found = new Set(hits.hits.map(({ _id }) => _id));
    return this.#hidden.filter((id) => found.has(id));
  }
}

function byId(values: readonly string[]): Dsl {
  return { terms: { id: values } };
}
