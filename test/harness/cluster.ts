import { randomBytes } from 'node:crypto';
import { afterAll, describe } from 'vitest';

/** The nodes that `scripts/opensearch.mjs up` names. */
const CLUSTER_URL = process.env.SEXTANT_TEST_OPENSEARCH_URL ?? '';

/** Places of their own in a real cluster, for tests that need one whatever engine the others run on. */
export class ClusterPlaces {
  readonly #prefix = `test-${randomBytes(6).toString('hex')}`;
  #made = 0;

  get node(): string {
    return CLUSTER_URL.split(',')[0];
  }

  /** The settings of services that share a new place, or the one named. */
  settings(prefix = this.newPrefix(), url = CLUSTER_URL): Record<string, string> {
    return {
      SEXTANT_ENGINE: 'opensearch',
      SEXTANT_OPENSEARCH_URL: url,
      SEXTANT_OPENSEARCH_PREFIX: prefix,
      SEXTANT_OPENSEARCH_REPLICAS: '0',
    };
  }

  newPrefix(): string {
    this.#made++;
    return `${this.#prefix}-${this.#made}`;
  }

  async indexes(prefix = this.#prefix): Promise<string[]> {
    const listed = await fetch(`${this.node}/_cat/indices/${prefix}-*?format=json&h=index`);
    return ((await listed.json()) as { index: string }[]).map(({ index }) => index);
  }

  /** Asks the cluster itself. Throws unless it does as it is told. */
  async ask<Body = object>(method: string, path: string, body?: object): Promise<Body> {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${this.node}${path}`, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  }

  async removeAll(): Promise<void> {
    for (const index of await this.indexes()) await fetch(`${this.node}/${index}`, { method: 'DELETE' });
  }
}

/** A suite in a file `*.cluster.test.ts`. It is skipped if SEXTANT_TEST_OPENSEARCH_URL names no cluster. */
export function describeOnCluster(name: string, body: (places: ClusterPlaces) => void): void {
  describe.skipIf(CLUSTER_URL === '')(name, () => {
    const places = new ClusterPlaces();
    if (CLUSTER_URL !== '') afterAll(() => places.removeAll());
    body(places);
  });
}
