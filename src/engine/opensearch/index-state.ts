import { search } from '../../opensearch/search.js';
import type { CountedTree } from './facets/counted.js';
import { vectorName } from './index/document-indexing.js';
import type { SearchedIndex } from './query/query-session.js';

/** Milliseconds after which counts are taken again. */
const COUNTS_VALID = 20_000;

/** The field that has the vectors of a space. */
export interface VectorField {
  name: string;
  dimensions: number;
}

interface MappedIndex {
  mappings: { properties?: { passages?: { properties?: Record<string, { dimension?: number }> } } };
}

/** What an engine has to know of its index: how large it is, how it is divided, and which vectors it has. */
export class IndexState {
  documents = 0;
  passages = 0;
  /** On the disks of all nodes. */
  bytes = 0;
  shards = 1;
  readonly #index: SearchedIndex;
  readonly #fields = new Map<string, VectorField>();
  #countedAt = Number.NEGATIVE_INFINITY;
  #counting: Promise<void> | null = null;

  constructor(index: SearchedIndex) {
    this.#index = index;
  }

  async read(): Promise<void> {
    const { cluster, alias } = this.#index;
    const { body } = await cluster.read<Record<string, { settings: { index: { number_of_shards: string } } }>>({
      method: 'GET',
      path: `/${alias}/_settings/index.number_of_shards`,
    });
    this.shards = Math.max(1, ...Object.values(body).map(({ settings }) => Number(settings.index.number_of_shards)));
    await this.count();
  }

  /** Takes the counts again in the background if they are old. Cheap enough to be called with every query. */
  countIfOld(): void {
    if (performance.now() - this.#countedAt < COUNTS_VALID || this.#counting !== null) return;
    // The next query tries again.
    this.count().catch(() => undefined);
  }

  count(): Promise<void> {
    this.#counting ??= this.#count().finally(() => {
      this.#counting = null;
    });
    return this.#counting;
  }

  /** The field of a space; null if no document ever had vectors of it. */
  async vectorField(space: string): Promise<VectorField | null> {
    const name = vectorName(space);
    const known = this.#fields.get(name);
    if (known !== undefined) return known;
    const { cluster, alias } = this.#index;
    const { body } = await cluster.read<Record<string, MappedIndex>>({ method: 'GET', path: `/${alias}/_mapping` });
    for (const { mappings } of Object.values(body)) {
      for (const [mapped, { dimension }] of Object.entries(mappings.properties?.passages?.properties ?? {})) {
        if (dimension !== undefined) this.#fields.set(mapped, { name: `passages.${mapped}`, dimensions: dimension });
      }
    }
    return this.#fields.get(name) ?? null;
  }

  async #count(): Promise<void> {
    const { cluster, alias } = this.#index;
    const aggs = { passages: { nested: { path: 'passages' } } };
    const [answer, { body }] = await Promise.all([
      search<unknown, Record<string, CountedTree>>(cluster, alias, { size: 0, track_total_hits: true, aggs }),
      cluster.read<{ _all: { total: { store: { size_in_bytes: number } } } }>({
        method: 'GET',
        path: `/${alias}/_stats/store`,
      }),
    ]);
    this.documents = answer.hits.total?.value ?? 0;
    this.passages = answer.aggregations?.passages.doc_count ?? 0;
    this.bytes = body._all.total.store.size_in_bytes;
    this.#countedAt = performance.now();
  }
}
