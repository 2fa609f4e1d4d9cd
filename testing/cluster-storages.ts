import type { ClusterSettings } from '../src/opensearch/cluster.js';
import {
  type OpenSearchStorage,
  type OpenSearchStorageOptions,
  openOpenSearchStorage,
} from '../src/storage/opensearch/open.js';
import type { ClusterPlace } from './opensearch-cluster.js';
import { plainIndexing } from './plain-indexing.js';

/** Storages on a real cluster: `cleanUp` closes and removes all that were made. */
export class ClusterStorages {
  readonly #place: ClusterPlace;
  readonly #opened: OpenSearchStorage[] = [];
  readonly #prefixes = new Set<string>();

  constructor(place: ClusterPlace) {
    this.#place = place;
  }

  /** Storages with the same prefix are instances of one service. */
  async open(
    prefix = this.#place.newPrefix(),
    {
      now,
      writeMilliseconds,
      indexing = plainIndexing,
      onRebuild,
      ...changes
    }: Partial<ClusterSettings & OpenSearchStorageOptions> = {},
  ): Promise<OpenSearchStorage> {
    this.#prefixes.add(prefix);
    const cluster = await this.#place.open({ ...changes, prefix });
    const storage = await openOpenSearchStorage({ cluster, indexing, now, writeMilliseconds, onRebuild });
    this.#opened.push(storage);
    return storage;
  }

  async cleanUp(): Promise<void> {
    for (const storage of this.#opened.splice(0)) await storage.close();
    for (const prefix of this.#prefixes) await this.#place.removeIndexes(prefix);
    this.#prefixes.clear();
  }
}
