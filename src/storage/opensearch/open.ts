import { setTimeout as sleep } from 'node:timers/promises';
import { MODES, type Mode } from '../../domain/document/document.js';
import type { VectorSpaces } from '../../domain/document/vectors.js';
import type { Curation, Synonym } from '../../domain/search/search-rule.js';
import type { Cluster } from '../../opensearch/cluster.js';
import type { DocumentIndexing } from '../../opensearch/document-index.js';
import { takeLease } from '../lease.js';
import type { Storage, VectorSpaceStorage } from '../storage.js';
import { OpenSearchClaimStorage } from './claim-storage.js';
import { DocumentIndex } from './document-index.js';
import { OpenSearchDocumentStorage } from './document-storage.js';
import { OpenSearchExampleStorage } from './example-storage.js';
import { IdempotencyLedger, type Target } from './idempotency-ledger.js';
import { OpenSearchIdempotencyStorage } from './idempotency-storage.js';
import { OpenSearchKeyStorage } from './key-storage.js';
import { OpenSearchModelStorage } from './model-storage.js';
import { OpenSearchQueryLogStorage } from './query-log-storage.js';
import { rebuildIndex } from './rebuild-index.js';
import { Records } from './records.js';
import { OpenSearchRuleStorage } from './rule-storage.js';
import type { IdempotencyMark } from './stored-document.js';

export interface OpenSearchStorageOptions {
  cluster: Cluster;
  indexing: DocumentIndexing;
  /** Counts milliseconds and never goes back. */
  now?: () => number;
  /** How long a write is tried again: against conflicts, rejections for lack of room, and lost answers. */
  writeMilliseconds?: number;
  /** Told how far an index of an older version has been filled into a new one. The storage opens when that is done. */
  onRebuild?(progress: { mode: Mode; done: number; total: number }): void;
}

const WRITE_MILLISECONDS = 15_000;
const WAIT_MILLISECONDS = 1_000;
/** Claims of instances that died, and whose work nobody has taken over. */
const CLAIMS_KEPT_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Creates the indexes that do not exist yet. Any number of processes may use the same ones. Does not close the cluster. */
export async function openOpenSearchStorage(options: OpenSearchStorageOptions): Promise<OpenSearchStorage> {
  const records = await Records.open(options.cluster);
  const [live, test] = await Promise.all(MODES.map((mode) => openDocuments(mode, records, options)));
  const storage = new OpenSearchStorage(records, { live, test }, options);
  await storage.claims.removeOld(Date.now() - CLAIMS_KEPT_MILLISECONDS);
  return storage;
}

/** An index that an older program has made is replaced first. The others wait for the one that does it. */
async function openDocuments(mode: Mode, records: Records, options: OpenSearchStorageOptions): Promise<DocumentIndex> {
  const { cluster, indexing, onRebuild } = options;
  const claims = new OpenSearchClaimStorage(records, options.now);
  for (;;) {
    const index = await DocumentIndex.open(cluster, mode, indexing);
    if (index.isCurrent) return index;
    const lease = await takeLease(claims, `rebuild/${mode}`);
    if (lease === null) await sleep(WAIT_MILLISECONDS);
    else {
      try {
        const next = await DocumentIndex.openNext(cluster, mode, indexing);
        const onProgress = (done: number, total: number) => onRebuild?.({ mode, done, total });
        await rebuildIndex({ from: index, to: next, onProgress, signal: lease.signal });
      } finally {
        await lease.release();
      }
    }
  }
}

export class OpenSearchStorage implements Storage {
  readonly keys: OpenSearchKeyStorage;
  readonly idempotency: OpenSearchIdempotencyStorage;
  readonly vectorSpaces: VectorSpaceStorage;
  readonly claims: OpenSearchClaimStorage;
  readonly examples: OpenSearchExampleStorage;
  readonly #indexes: Record<Mode, DocumentIndex>;
  readonly #documents: Record<Mode, OpenSearchDocumentStorage>;
  readonly #models: Record<Mode, OpenSearchModelStorage>;
  readonly #queryLogs: Record<Mode, OpenSearchQueryLogStorage>;
  readonly #synonyms: Record<Mode, OpenSearchRuleStorage<Synonym>>;
  readonly #curations: Record<Mode, OpenSearchRuleStorage<Curation>>;

  constructor(
    records: Records,
    indexes: Record<Mode, DocumentIndex>,
    { now, writeMilliseconds = WRITE_MILLISECONDS }: Pick<OpenSearchStorageOptions, 'now' | 'writeMilliseconds'>,
  ) {
    const ledger = new IdempotencyLedger(records, {
      marksOf: (target) => this.#marksOf(target),
      makeVisible: async ({ kind, mode }) => (kind === 'document' ? indexes[mode].refresh() : undefined),
    });
    this.#indexes = indexes;
    const documents = (mode: Mode) =>
      new OpenSearchDocumentStorage({ mode, index: indexes[mode], ledger, writeMilliseconds });
    const models = (mode: Mode) => new OpenSearchModelStorage({ records, ledger, mode, writeMilliseconds });
    this.#documents = { live: documents('live'), test: documents('test') };
    this.#models = { live: models('live'), test: models('test') };
    this.#queryLogs = {
      live: new OpenSearchQueryLogStorage(records, 'live'),
      test: new OpenSearchQueryLogStorage(records, 'test'),
    };
    const ofRules = { records, ledger, writeMilliseconds, now };
    const synonyms = (mode: Mode) => new OpenSearchRuleStorage<Synonym>({ ...ofRules, mode, kind: 'synonym' });
    const curations = (mode: Mode) => new OpenSearchRuleStorage<Curation>({ ...ofRules, mode, kind: 'curation' });
    this.#synonyms = { live: synonyms('live'), test: synonyms('test') };
    this.#curations = { live: curations('live'), test: curations('test') };
    this.keys = new OpenSearchKeyStorage(records, now);
    this.idempotency = new OpenSearchIdempotencyStorage(records, ledger);
    this.vectorSpaces = new OpenSearchVectorSpaceStorage(records);
    this.claims = new OpenSearchClaimStorage(records, now);
    this.examples = new OpenSearchExampleStorage(records);
  }

  documents(mode: Mode): OpenSearchDocumentStorage {
    return this.#documents[mode];
  }

  models(mode: Mode): OpenSearchModelStorage {
    return this.#models[mode];
  }

  queryLog(mode: Mode): OpenSearchQueryLogStorage {
    return this.#queryLogs[mode];
  }

  synonyms(mode: Mode): OpenSearchRuleStorage<Synonym> {
    return this.#synonyms[mode];
  }

  curations(mode: Mode): OpenSearchRuleStorage<Curation> {
    return this.#curations[mode];
  }

  async close(): Promise<void> {
    await Promise.all(MODES.map((mode) => this.#documents[mode].close()));
  }

  async #marksOf({ kind, mode, id }: Target): Promise<readonly IdempotencyMark[] | null> {
    if (kind === 'model') return this.#models[mode].marks(id);
    if (kind === 'synonym') return this.#synonyms[mode].marks(id);
    if (kind === 'curation') return this.#curations[mode].marks(id);
    const [found] = await this.#indexes[mode].get([{ id, fields: ['idempotency'] }]);
    return found && (found.source.idempotency ?? []);
  }
}

const SPACES_KEY = { kind: 'vector-spaces', name: 'all' };

class OpenSearchVectorSpaceStorage implements VectorSpaceStorage {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  async get(): Promise<VectorSpaces | null> {
    return (await this.#records.get<VectorSpaces>(SPACES_KEY))?.body ?? null;
  }

  put(spaces: VectorSpaces): Promise<void> {
    return this.#records.put(SPACES_KEY, { body: spaces });
  }
}
