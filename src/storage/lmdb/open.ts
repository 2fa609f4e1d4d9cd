import { open as openFile } from 'node:fs/promises';
import type { Mode } from '../../domain/document/document.js';
import type { VectorSpaces } from '../../domain/document/vectors.js';
import type { Curation, Synonym } from '../../domain/search/search-rule.js';
import { MemoryClaims } from '../memory-claims.js';
import type { LocalStorage, LoggedDocuments, ModelStorage, RuleStorage, VectorSpaceStorage } from '../storage.js';
import { CommitQueue } from './commit-queue.js';
import { LmdbDocumentStorage } from './document-storage.js';
import { type Environment, openEnvironment } from './environment.js';
import { LmdbIdempotencyStorage } from './idempotency-storage.js';
import { LmdbKeyStorage } from './key-storage.js';
import { LmdbModelStorage } from './model-storage.js';
import { LmdbQueryLogStorage } from './query-log-storage.js';
import { LmdbRuleStorage } from './rule-storage.js';

const READER_CHECK_MILLISECONDS = 60_000;

/**
 * Opens the store in `folder`, and creates it if necessary. Several processes may open it, but only one may write documents;
 * all may write keys.
 */
export async function openLmdbStorage({ folder }: { folder: string }): Promise<LmdbStorage> {
  return new LmdbStorage(await openEnvironment(folder));
}

export class LmdbStorage implements LocalStorage {
  readonly keys: LmdbKeyStorage;
  readonly idempotency: LmdbIdempotencyStorage;
  readonly vectorSpaces: LmdbVectorSpaceStorage;
  /** Only one service may use the folder, so nobody else can ask for a claim. */
  readonly claims = new MemoryClaims();
  /** They wait in the data folder. */
  readonly examples = null;
  readonly #environment: Environment;
  readonly #queue: CommitQueue;
  readonly #documents: Record<Mode, LmdbDocumentStorage>;
  readonly #models: Record<Mode, ModelStorage>;
  readonly #queryLogs: Record<Mode, LmdbQueryLogStorage>;
  readonly #synonyms: Record<Mode, RuleStorage<Synonym>>;
  readonly #curations: Record<Mode, RuleStorage<Curation>>;
  readonly #readerCheck: NodeJS.Timeout;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#queue = new CommitQueue(environment, (mode, changes) => this.#documents[mode].committed(changes));
    this.#documents = {
      live: new LmdbDocumentStorage(environment, this.#queue, 'live'),
      test: new LmdbDocumentStorage(environment, this.#queue, 'test'),
    };
    this.#models = {
      live: new LmdbModelStorage(environment, this.#queue, 'live'),
      test: new LmdbModelStorage(environment, this.#queue, 'test'),
    };
    this.#queryLogs = {
      live: new LmdbQueryLogStorage(environment, this.#queue, 'live'),
      test: new LmdbQueryLogStorage(environment, this.#queue, 'test'),
    };
    this.#synonyms = {
      live: new LmdbRuleStorage<Synonym>(environment, this.#queue, { mode: 'live', kind: 'synonyms' }),
      test: new LmdbRuleStorage<Synonym>(environment, this.#queue, { mode: 'test', kind: 'synonyms' }),
    };
    this.#curations = {
      live: new LmdbRuleStorage<Curation>(environment, this.#queue, { mode: 'live', kind: 'curations' }),
      test: new LmdbRuleStorage<Curation>(environment, this.#queue, { mode: 'test', kind: 'curations' }),
    };
    this.keys = new LmdbKeyStorage(environment, this.#queue);
    this.idempotency = new LmdbIdempotencyStorage(environment, this.#queue);
    this.vectorSpaces = new LmdbVectorSpaceStorage(environment, this.#queue);
    // A process that was killed while it read, such as a snapshot, keeps its place among the readers: until that is
    // cleared, no space is used again that was freed since.
    const { root } = environment;
    this.#readerCheck = setInterval(() => root.readerCheck(), READER_CHECK_MILLISECONDS).unref();
  }

  documents(mode: Mode): LoggedDocuments {
    return this.#documents[mode];
  }

  models(mode: Mode): ModelStorage {
    return this.#models[mode];
  }

  queryLog(mode: Mode): LmdbQueryLogStorage {
    return this.#queryLogs[mode];
  }

  synonyms(mode: Mode): RuleStorage<Synonym> {
    return this.#synonyms[mode];
  }

  curations(mode: Mode): RuleStorage<Curation> {
    return this.#curations[mode];
  }

  async copyTo(file: string): Promise<void> {
    // `true` compacts the copy: free pages are left out, which takes some time.
    await this.#environment.root.backup(file, true);
    const copy = await openFile(file, 'r+');
    try {
      await copy.sync();
    } finally {
      await copy.close();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#readerCheck);
    await this.#queue.close();
    await this.#environment.root.close();
  }
}

const VECTOR_SPACES_KEY = 'vector-spaces';

class LmdbVectorSpaceStorage implements VectorSpaceStorage {
  readonly #environment: Environment;
  readonly #queue: CommitQueue;

  constructor(environment: Environment, queue: CommitQueue) {
    this.#environment = environment;
    this.#queue = queue;
  }

  async get(): Promise<VectorSpaces | null> {
    const text = this.#environment.meta.get(VECTOR_SPACES_KEY);
    return text === undefined ? null : JSON.parse(text);
  }

  put(spaces: VectorSpaces): Promise<void> {
    const { meta } = this.#environment;
    return this.#queue.run((staged) => staged.put(meta, VECTOR_SPACES_KEY, JSON.stringify(spaces)));
  }
}
