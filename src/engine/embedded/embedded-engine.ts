import type { Change } from '../../domain/document/document.js';
import type {
  ChangeSource,
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
import { ChangeFollower, type EngineLog } from './index/change-follower.js';
import { Maintenance } from './index/maintenance.js';
import { type IndexThreads, PublishedIndex } from './index/published-index.js';
import { unpackDescription } from './query/packed-description.js';
import { unpackFindings } from './query/packed-findings.js';

export interface EmbeddedEngineOptions {
  /** The name of the index: several indexes share the threads. */
  index: string;
  folder: string;
  source: ChangeSource;
  threads: IndexThreads;
  /** Milliseconds between two checks whether anything should be saved or merged. */
  tidyInterval?: number;
  /** Milliseconds before each further attempt at changes that could not be indexed. */
  retryDelays?: readonly number[];
  /** Milliseconds after which an index that is behind the store tries again to catch up. */
  catchUpInterval?: number;
  log: EngineLog;
}

/** Every query looks at all documents, so totals and facets are exact, and any offset can be reached. */
const DESCRIPTION: EngineDescription = {
  name: 'embedded',
  exactTotals: { lexical: true, semantic: true, hybrid: true },
  exactFacets: true,
  deepestOffset: null,
};

/** The engine inside this process. Loads the saved index and catches up with the store before it answers. */
export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<Engine> {
  const engine = new EmbeddedEngine(options);
  await engine.start();
  return engine;
}

/**
 * Directs three parts: the `PublishedIndex` is what the threads work on, the `ChangeFollower` keeps it in step with the
 * store, and `Maintenance` merges and saves it.
 */
class EmbeddedEngine implements Engine {
  readonly #index: PublishedIndex;
  readonly #threads: IndexThreads;
  readonly #maintenance: Maintenance;
  readonly #follower: ChangeFollower;

  constructor({ index: name, folder, threads, ...options }: EmbeddedEngineOptions) {
    const { source, log, tidyInterval, retryDelays, catchUpInterval } = options;
    const index = new PublishedIndex({ name, folder, threads });
    const maintenance = new Maintenance({ index, source, tidyInterval, log });
    const canWrite = () => threads.canWrite;
    this.#index = index;
    this.#threads = threads;
    this.#maintenance = maintenance;
    this.#follower = new ChangeFollower({
      index,
      source,
      maintenance,
      canWrite,
      retryDelays,
      catchUpInterval,
      log,
    });
  }

  start(): Promise<void> {
    return this.#follower.start();
  }

  describe(): EngineDescription {
    return DESCRIPTION;
  }

  async apply(changes: readonly Change[]): Promise<void> {
    try {
      await this.#follower.apply(changes);
    } catch (error) {
      throw new EngineUnavailable(
        'The index could not take the change and is catching up. Try again in a moment.',
        5,
        error,
      );
    }
  }

  async find(plan: QueryPlan, { signal }: QueryOptions = {}): Promise<Findings> {
    this.#refuseIfPartial();
    return unpackFindings(await this.#threads.query('find', { index: this.#index.name, plan }, signal));
  }

  async findPassages(plan: PassagePlan, { signal }: QueryOptions = {}): Promise<FoundPassage[]> {
    this.#refuseIfPartial();
    return this.#threads.query('findPassages', { index: this.#index.name, plan }, signal);
  }

  async describeMetadata(plan: MetadataPlan, { signal }: QueryOptions = {}): Promise<MetadataDescription> {
    this.#refuseIfPartial();
    return unpackDescription(await this.#threads.query('describeMetadata', { index: this.#index.name, plan }, signal));
  }

  async keepSpaces(spaces: readonly string[]): Promise<void> {
    await this.#index.keepSpaces(spaces);
    this.#maintenance.wake();
  }

  async status(): Promise<EngineStatus> {
    const work = [this.#follower.work, this.#index.merge].filter((running) => running !== null);
    return { ...this.#index.status, work };
  }

  async close(): Promise<void> {
    await this.#follower.close();
    await this.#maintenance.close();
  }

  /** During a rebuild, acknowledged documents are missing from the index. */
  #refuseIfPartial(): void {
    if (this.#follower.isWhole) return;
    throw new EngineUnavailable('The index is being rebuilt. Try again in a moment.', 5);
  }
}
