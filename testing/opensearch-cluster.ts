import { randomBytes } from 'node:crypto';
import { afterAll, describe } from 'vitest';
import { type Cluster, type ClusterSettings, openCluster } from '../src/opensearch/cluster.js';

/** The nodes that `scripts/opensearch.mjs up` names, separated by commas. */
const TEST_CLUSTER = process.env.SEXTANT_TEST_OPENSEARCH_URL;

/** The part of a real cluster that one suite has for itself. */
export class ClusterPlace {
  /** The names of all its indexes begin with it. */
  readonly prefix = `test-${randomBytes(6).toString('hex')}`;
  readonly #opened: Cluster[] = [];
  #prefixes = 0;

  /** A prefix under which there are no indexes yet. */
  newPrefix(): string {
    this.#prefixes++;
    return `${this.prefix}-${this.#prefixes}`;
  }

  settings(changes: Partial<ClusterSettings> = {}): ClusterSettings {
    const urls = TEST_CLUSTER?.split(',') ?? [];
    return { urls, prefix: this.newPrefix(), replicas: 0, shards: 1, requestMilliseconds: 60_000, ...changes };
  }

  /** A connection that is closed after the suite. */
  async open(changes: Partial<ClusterSettings> = {}): Promise<Cluster> {
    const cluster = await openCluster(this.settings(changes));
    this.#opened.push(cluster);
    return cluster;
  }

  /** Removes the indexes whose names begin with a prefix, or all of this place. */
  async removeIndexes(prefix = this.prefix): Promise<void> {
    const cluster = await openCluster(this.settings());
    try {
      const { body } = await cluster.read<{ index: string }[]>({
        method: 'GET',
        path: `/_cat/indices/${prefix}-*`,
        query: { format: 'json', h: 'index', expand_wildcards: 'all' },
      });
      for (const { index } of body) await cluster.write({ method: 'DELETE', path: `/${index}`, expected: [404] });
    } finally {
      await cluster.close();
    }
  }

  async cleanUp(): Promise<void> {
    for (const cluster of this.#opened.splice(0)) await cluster.close();
    await this.removeIndexes();
  }
}

/**
 * A suite that needs a real cluster, in a file `*.cluster.test.ts`. It runs on the one that SEXTANT_TEST_OPENSEARCH_URL names
 * and is skipped if there is none.
 */
export function describeOnCluster(name: string, body: (place: ClusterPlace) => void): void {
  describe.skipIf(TEST_CLUSTER === undefined)(name, () => {
    const place = new ClusterPlace();
    if (TEST_CLUSTER !== undefined) afterAll(() => place.cleanUp());
    body(place);
  });
}
