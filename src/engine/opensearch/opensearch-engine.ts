import { setTimeout as pause } from 'node:timers/promises';
import type { Change } from '../../domain/document/document.js';
import { Unavailable } from '../../domain/errors/unavailable.js';
import type { Cluster } from '../../opensearch/cluster.js';
import { refresh } from '../../opensearch/indexes.js';
import type {
  Engine,
  EngineDescription,
  EngineStatus,
  Findings,
  FoundPassage,
  MetadataDescription,
  MetadataPlan,
  PassagePlan,
  QueryOptions,
  QueryPlan,
} from '../engine.js';
import { EngineUnavailable } from '../engine-errors.js';
import { describeMetadata } from './facets/describe-metadata.js';
import { IndexState } from './index-state.js';
import { type CountWordsIn, wordCounting, wordCountThread } from './lexical/word-counting.js';
import { findPassages } from './passages/find-passages.js';
import { passageScoring, type ScoreDivided } from './passages/passage-scoring.js';
import { findDocuments } from './query/find-documents.js';
import { QuerySession, type SearchedIndex } from './query/query-session.js';
import type { QueryTools, StoredDocuments } from './query/query-tools.js';
import { SharedRefresh } from './shared-refresh.js';

export interface OpenSearchEngineOptions {
  cluster: Cluster;
  /** The alias of the index that the storage writes, search fields included: see `index/document-indexing.ts`. */
  alias: string;
  stored: StoredDocuments;
  /** Up to so many passages, every vector in scope is compared with a query. */
  exactVectors: number;
}

/** How long `status` waits for the cluster. */
const COUNT_MILLISECONDS = 2000;

/** The engine in front of a cluster. The storage must have made the index. */
export async function openOpenSearchEngine(options: OpenSearchEngineOptions): Promise<Engine> {
  const engine = new OpenSearchEngine(options);
  await engine.start();
  return engine;
}

/**
 * Translates plans into searches of a cluster. The storage writes documents together with what finds them, so nothing has to
 * be applied here: a change only has to be made visible.
 */
class OpenSearchEngine implements Engine {
  readonly #index: SearchedIndex;
  readonly #state: IndexState;
  readonly #stored: StoredDocuments;
  readonly #exactVectors: number;
  readonly #refresh: SharedRefresh;
  readonly #thread = wordCountThread();
  readonly #countWordsIn: CountWordsIn = wordCounting(this.#thread);
  readonly #scoreDivided: ScoreDivided = passageScoring(this.#thread);

  constructor({ cluster, alias, stored, exactVectors }: OpenSearchEngineOptions) {
    this.#index = { cluster, alias };
    this.#state = new IndexState(this.#index);
    this.#stored = stored;
    this.#exactVectors = exactVectors;
    this.#refresh = new SharedRefresh(() => refresh(cluster, alias));
  }

  async start(): Promise<void> {
    await this.#state.read();
  }

  describe(): EngineDescription {
    const isExact = this.#state.passages <= this.#exactVectors;
    return {
      name: 'opensearch',
      exactTotals: { lexical: true, semantic: isExact, hybrid: isExact },
      exactFacets: true,
      deepestOffset: null,
    };
  }

  async apply(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return;
    try {
      await this.#refresh.run();
      this.#state.change();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      throw new EngineUnavailable(error.message, error.retryAfterSeconds);
    }
  }

  find(plan: QueryPlan, options?: QueryOptions): Promise<Findings> {
    return this.#answer(plan, options, (tools) => findDocuments(plan, tools));
  }

  findPassages(plan: PassagePlan, options?: QueryOptions): Promise<FoundPassage[]> {
    return this.#answer(plan, options, (tools) => findPassages(plan, tools));
  }

  describeMetadata(plan: MetadataPlan, options?: QueryOptions): Promise<MetadataDescription> {
    return this.#answer(plan, options, ({ session }) => describeMetadata(plan, session));
  }

  /** A field can't be removed from an index; it is empty once the storage has written all documents without it. */
  async keepSpaces(): Promise<void> {}

  /** As of now; as of the last count if the cluster does not answer soon: it is then that metrics are looked at. */
  async status(): Promise<EngineStatus> {
    const counted = this.#state.count().catch(() => undefined);
    await Promise.race([counted, pause(COUNT_MILLISECONDS, undefined, { ref: false })]);
    const { documents, bytes, passages, shards } = this.#state;
    return { documents, unsavedDocuments: 0, bytes, figures: { passages, shards }, work: [] };
  }

  /** The connection belongs to who opened it. */
  async close(): Promise<void> {
    await this.#thread.close();
  }

  #answer<Result>(
    { timeLimit }: { timeLimit: number },
    options: QueryOptions | undefined,
    query: (tools: QueryTools) => Promise<Result>,
  ): Promise<Result> {
    this.#state.countIfOld();
    const session = new QuerySession(this.#index, timeLimit, options);
    const tools = {
      session,
      state: this.#state,
      stored: this.#stored,
      countWordsIn: this.#countWordsIn,
      scoreDivided: this.#scoreDivided,
      exactVectors: this.#exactVectors,
    };
    return session.run(() => query(tools));
  }
}
