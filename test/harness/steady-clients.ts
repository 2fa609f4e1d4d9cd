import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.js';
import { type Refusal, untilDone } from './until-done.js';

const WRITERS = 4;

/**
 * Clients that add documents without a pause and search meanwhile. What is refused is sent again under the same idempotency
 * key until it is acknowledged, as a careful client does: so nothing is left open in the end.
 */
export class SteadyClients {
  readonly acknowledged = new Set<string>();
  readonly refusals: Refusal[] = [];
  /** Searches that did not count a document acknowledged before they began. */
  readonly blindSearches: string[] = [];
  readonly #working: Promise<unknown>;
  #stopped = false;

  /** The word is in every document, and in no other. */
  constructor(
    readonly client: Client,
    readonly word: string,
  ) {
    const writers = Array.from({ length: WRITERS }, (_, writer) => this.#write(writer));
    this.#working = Promise.all([...writers, this.#search()]);
  }

  /** Resolves once so many more documents are acknowledged. */
  async writeOn(count: number): Promise<void> {
    const goal = this.acknowledged.size + count;
    while (this.acknowledged.size < goal) await Promise.race([sleep(20), this.#working]);
  }

  /** Resolves when the last write of each is acknowledged: the service must have recovered by itself for that. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#working;
  }

  async #write(writer: number): Promise<void> {
    for (let number = 0; !this.#stopped; number++) {
      const id = `${this.word}-${writer}-${number}`;
      const document = { id, title: `${this.word} ${number}`, tenant_id: this.word, content: `Of writer ${writer}.` };
      await untilDone(() => this.client.addDocument(document, { 'Idempotency-Key': id }), this.refusals);
      this.acknowledged.add(id);
    }
  }

  async #search(): Promise<void> {
    while (!this.#stopped) {
      let least = 0;
      const { body } = await untilDone(() => {
        least = this.acknowledged.size;
        return this.client.search({ query: this.word, search_type: 'lexical', limit: 1 });
      }, this.refusals);
      const total = body.total_number_of_results;
      if (total < least) this.blindSearches.push(`${total} of ${least}`);
      await sleep(50);
    }
  }
}
