import type { Change, DocumentWithVectors } from '../src/domain/document/document.js';
import type { Engine } from '../src/engine/engine.js';
import { DOCUMENT_INDEX } from '../src/engine/opensearch/index/document-indexing.js';
import { searchFields } from '../src/engine/opensearch/index/search-fields.js';
import { IndexState } from '../src/engine/opensearch/index-state.js';
import { wordsInDocument } from '../src/engine/opensearch/lexical/words-in-document.js';
import { openOpenSearchEngine } from '../src/engine/opensearch/opensearch-engine.js';
import { scoreDivided } from '../src/engine/opensearch/passages/score-divided.js';
import { QuerySession } from '../src/engine/opensearch/query/query-session.js';
import type { QueryTools, StoredDocuments } from '../src/engine/opensearch/query/query-tools.js';
import { type BulkOperation, bulk } from '../src/opensearch/bulk.js';
import type { Cluster } from '../src/opensearch/cluster.js';
import { addFields, ensureIndex, refresh } from '../src/opensearch/indexes.js';

/** Writes documents to a cluster as the storage does, and remembers them, for tests of the engine alone. */
export class ClusterDocuments implements StoredDocuments {
  readonly #cluster: Cluster;
  readonly #alias: string;
  readonly #index: string;
  readonly #documents = new Map<string, DocumentWithVectors>();
  readonly #spaces = new Set<string>();

  private constructor(cluster: Cluster, { alias, index }: { alias: string; index: string }) {
    this.#cluster = cluster;
    this.#alias = alias;
    this.#index = index;
  }

  static async create(cluster: Cluster, name: string): Promise<ClusterDocuments> {
    const { version, settings, mappings } = DOCUMENT_INDEX;
    const opened = await ensureIndex(cluster, {
      name,
      version,
      settings: settings(),
      mappings: {
        dynamic: 'strict',
        _source: { enabled: false },
        properties: mappings(),
      },
    });
    return new ClusterDocuments(cluster, opened);
  }

  openEngine({ exactVectors = 1_000_000 } = {}): Promise<Engine> {
    return openOpenSearchEngine({ cluster: this.#cluster, alias: this.#alias, stored: this, exactVectors });
  }

  async write(changes: readonly Change[]): Promise<void> {
    const operations: BulkOperation[] = [];
    for (const change of changes) {
      if (change.kind === 'delete') {
        this.#documents.delete(change.id);
        operations.push({ kind: 'delete', id: change.id });
        continue;
      }
      const { document, vectors } = change;
      for (const { space, codes } of vectors) if (codes.length > 0) await this.#addSpace(space, codes[0].length);
      this.#documents.set(document.id, change);
      operations.push({ kind: 'put', id: document.id, source: { id: document.id, ...searchFields(change) } });
    }
    for (const outcome of await bulk(this.#cluster, this.#alias, operations)) {
      if (outcome.kind === 'failed') throw outcome.error;
    }
  }

  getMany: StoredDocuments['getMany'] = async (ids) =>
    ids.map((id) => {
      const stored = this.#documents.get(id);
      return stored === undefined ? null : { passages: [], ...stored };
    });

  /** Making an index takes the cluster longer than most tests: it can be used again. */
  async removeAll(): Promise<void> {
    await this.write(Array.from(this.#documents.keys(), (id) => ({ kind: 'delete', id, sequence: 0 })));
    await this.refresh();
  }

  async refresh(): Promise<void> {
    await refresh(this.#cluster, this.#alias);
  }

  queryTools(timeLimit = 60_000): QueryTools {
    const index = { cluster: this.#cluster, alias: this.#alias };
    return {
      session: new QuerySession(index, timeLimit),
      state: new IndexState(index),
      stored: this,
      countWordsIn: async (payload) => wordsInDocument(payload),
      scoreDivided: async (divided) => scoreDivided(divided),
      exactVectors: 1_000_000,
    };
  }

  async #addSpace(space: string, dimensions: number): Promise<void> {
    if (this.#spaces.has(space)) return;
    await addFields(this.#cluster, this.#index, DOCUMENT_INDEX.spaceMapping(space, dimensions));
    this.#spaces.add(space);
  }
}
