import { afterAll, beforeAll } from 'vitest';
import type { Client } from './client.js';
import { type IssuedKey, issueKey, type KeyWishes } from './keys.js';
import { type Service, type ServiceOptions, startService } from './service.js';

/** The one service that the tests of a file share; it starts before the first of them and ends after the last. */
export class ServiceUnderTest {
  #service: Service | null = null;

  get service(): Service {
    if (this.#service === null) throw new Error('The service starts with the first test.');
    return this.#service;
  }

  get client(): Client {
    return this.service.client;
  }

  /** A key made while the service runs. */
  issueKey(wishes: KeyWishes = {}): Promise<IssuedKey> {
    return issueKey(this.client, wishes);
  }

  async clientWith(wishes: KeyWishes): Promise<Client> {
    return this.client.withKey((await this.issueKey(wishes)).key);
  }

  async start(options: ServiceOptions): Promise<void> {
    this.#service = await startService(options);
  }

  async end(): Promise<void> {
    await this.#service?.dispose();
  }
}

export function useService(options: ServiceOptions = {}): ServiceUnderTest {
  const shared = new ServiceUnderTest();
  beforeAll(() => shared.start(options));
  afterAll(() => shared.end());
  return shared;
}
