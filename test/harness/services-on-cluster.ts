import { randomBytes } from 'node:crypto';
import type { FaultyCluster } from './faulty-cluster.js';
import { type Service, startService } from './service.js';
import { WordEncoder } from './word-encoder.js';

/** Instances of the service in front of the same documents in a cluster. */
export class ServicesOnCluster {
  readonly prefix = `faults-${randomBytes(6).toString('hex')}`;
  readonly #encoder = new WordEncoder();
  readonly #services: Service[] = [];
  #encoding: Promise<void> | null = null;

  constructor(readonly cluster: FaultyCluster) {}

  /** The alias of the index of live documents, whose own name has the version of its form. */
  get index(): string {
    return `${this.prefix}-documents-live`;
  }

  async start(environment: Record<string, string> = {}): Promise<Service> {
    this.#encoding ??= this.#encoder.start();
    await this.#encoding;
    const service = await startService({
      environment: {
        ...this.#encoder.environment('a'),
        SEXTANT_ENGINE: 'opensearch',
        SEXTANT_OPENSEARCH_URL: this.cluster.url,
        SEXTANT_OPENSEARCH_PREFIX: this.prefix,
        SEXTANT_OPENSEARCH_REPLICAS: '1',
        // Every node has the primary copy of one of them.
        SEXTANT_OPENSEARCH_SHARDS: '3',
        // A node that does not answer is noticed sooner than by default.
        SEXTANT_OPENSEARCH_TIMEOUT: '5',
        ...environment,
      },
    });
    this.#services.push(service);
    return service;
  }

  async dispose(): Promise<void> {
    for (const service of this.#services) await service.dispose();
    this.#encoder.close();
  }
}
