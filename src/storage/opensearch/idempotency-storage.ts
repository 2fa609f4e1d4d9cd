import { randomUUID } from 'node:crypto';
import type { IdempotencyRecord, IdempotencyStorage } from '../storage.js';
import { type IdempotencyLedger, KIND, type LedgerEntry, recordName } from './idempotency-ledger.js';
import type { Records } from './records.js';

const CHUNK_KIND = 'idempotency-chunk';
const CHUNKS_AT_ONCE = 16;
const EXPIRE_AT_ONCE = 500;

interface Chunk {
  /** Chunks of an attempt that was broken off are followed by none of the next one. */
  attempt: string;
  text: string;
}

interface Attempt {
  id: string;
  begun: number;
}

export class OpenSearchIdempotencyStorage implements IdempotencyStorage {
  readonly #records: Records;
  readonly #ledger: IdempotencyLedger;
  /** The attempts under way, by name of the record. */
  readonly #attempts = new Map<string, Attempt>();

  constructor(records: Records, ledger: IdempotencyLedger) {
    this.#records = records;
    this.#ledger = ledger;
  }

  get(key: string): Promise<IdempotencyRecord | null> {
    return this.#ledger.get(key);
  }

  async put(key: string, record: IdempotencyRecord): Promise<void> {
    await this.#ledger.put(key, record);
    this.#attempts.delete(recordName(key));
  }

  async putChunk(key: string, index: number, text: string): Promise<void> {
    const group = recordName(key);
    if (index === 0) this.#attempts.set(group, { id: randomUUID(), begun: Date.now() });
    const attempt = this.#attempts.get(group)?.id;
    if (attempt === undefined) throw new Error('The first chunk of an answer must be put before the others.');
    const body: Chunk = { attempt, text };
    await this.#records.put({ kind: CHUNK_KIND, name: `${group}/${index}` }, { body, group, time: Date.now() });
  }

  async *chunks(key: string): AsyncGenerator<string> {
    const group = recordName(key);
    let attempt: string | null = null;
    for (let start = 0; ; start += CHUNKS_AT_ONCE) {
      const names = Array.from({ length: CHUNKS_AT_ONCE }, (_, index) => `${group}/${start + index}`);
      for (const chunk of await this.#records.getMany<Chunk>(CHUNK_KIND, names)) {
        attempt ??= chunk?.body.attempt ?? null;
        if (chunk === null || chunk.body.attempt !== attempt) return;
        yield chunk.body.text;
      }
    }
  }

  async expire(time: number): Promise<void> {
    const old = await this.#records.listOld(KIND, time);
    await this.#records.removeAllSeen(KIND, old);
    const chunks = await this.#records.listOld(CHUNK_KIND, time);
    const answers = new Set([...old, ...chunks].map(({ name }) => name.split('/')[0]));
    await this.#removeChunks([...answers], time);
  }

  /** Chunks are older than the record that follows them, and expire with it. */
  async #removeChunks(answers: readonly string[], time: number): Promise<void> {
    for (let start = 0; start < answers.length; start += EXPIRE_AT_ONCE) {
      const some = answers.slice(start, start + EXPIRE_AT_ONCE);
      const records = await this.#records.getMany<LedgerEntry>(KIND, some);
      const isKept = (index: number) => (records[index]?.body.record.createdAt ?? 0) >= time;
      const gone = some.filter((group, index) => !isKept(index) && !this.#isUnderWay(group, time));
      await this.#records.removeGroups(CHUNK_KIND, gone);
      for (const group of gone) this.#attempts.delete(group);
    }
  }

  /** Whether there are chunks of a new answer, which has no record yet. */
  #isUnderWay(group: string, time: number): boolean {
    return (this.#attempts.get(group)?.begun ?? 0) >= time;
  }
}
