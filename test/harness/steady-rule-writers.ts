import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, VERSION } from './client.js';
import { type Refusal, untilDone } from './until-done.js';

const WRITERS = 4;
const PATH = `${VERSION}/synonyms`;

/** Clients that add synonyms without a pause, change every second one and delete every third. */
export class SteadyRuleWriters {
  /** What stands for each of them, as it was acknowledged last. */
  readonly acknowledged = new Map<string, string>();
  readonly refusals: Refusal[] = [];
  readonly #client: Client;
  readonly #working: Promise<unknown>;
  #written = 0;
  #stopped = false;

  constructor(client: Client) {
    this.#client = client;
    this.#working = Promise.all(Array.from({ length: WRITERS }, (_, writer) => this.#write(writer)));
  }

  /** Resolves once so many more writes are acknowledged. */
  async writeOn(count: number): Promise<void> {
    const goal = this.#written + count;
    while (this.#written < goal) await Promise.race([sleep(20), this.#working]);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#working;
  }

  async #write(writer: number): Promise<void> {
    for (let number = 0; !this.#stopped; number++) {
      const id = `rule-${writer}-${number}`;
      await this.#put(PATH, id, { id, equivalent: [id, 'added'] });
      if (number % 2 === 0) await this.#put(`${PATH}/${id}`, id, { equivalent: [id, 'changed'] });
      if (number % 3 === 0) await this.#delete(id);
    }
  }

  async #put(path: string, id: string, rule: { id?: string; equivalent: string[] }): Promise<void> {
    const key = `${id}-${rule.equivalent[1]}`;
    await untilDone(() => this.#client.post(path, rule, { 'Idempotency-Key': key }), this.refusals);
    this.acknowledged.set(id, rule.equivalent[1]);
    this.#written++;
  }

  /** A deletion that was carried out although its answer was lost finds nothing the next time. */
  async #delete(id: string): Promise<void> {
    let sent = 0;
    await untilDone(
      () => {
        sent++;
        return this.#client.delete(`${PATH}/${id}`);
      },
      this.refusals,
      ({ status }) => status === 200 || (status === 404 && sent > 1),
    );
    this.acknowledged.delete(id);
    this.#written++;
  }
}
