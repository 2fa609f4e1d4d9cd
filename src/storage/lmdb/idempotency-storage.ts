import { createHash } from 'node:crypto';
import {
  AlreadyAnswered,
  IDEMPOTENCY_MILLISECONDS,
  type IdempotencyRecord,
  type IdempotencyStorage,
} from '../storage.js';
import type { CommitQueue } from './commit-queue.js';
import type { Environment } from './environment.js';
import type { StagedWrites } from './staged-writes.js';

/** Records and chunks removed per commit, which takes a few milliseconds. The answer to a long import has thousands of chunks. */
const REMOVE_AT_ONCE = 200;

export class LmdbIdempotencyStorage implements IdempotencyStorage {
  readonly #environment: Environment;
  readonly #queue: CommitQueue;
  /** When the answers that are under way were begun, by digest. */
  readonly #begun = new Map<string, number>();

  constructor(environment: Environment, queue: CommitQueue) {
    this.#environment = environment;
    this.#queue = queue;
  }

  async get(key: string): Promise<IdempotencyRecord | null> {
    const text = this.#environment.idempotency.get(digestOf(key));
    return text === undefined ? null : JSON.parse(text);
  }

  async put(key: string, record: IdempotencyRecord): Promise<void> {
    await this.#queue.run((staged) => stageIdempotencyRecord(this.#environment, { key, record }, staged));
    this.#begun.delete(digestOf(key));
  }

  async putChunk(key: string, index: number, text: string): Promise<void> {
    const { idempotencyChunks, idempotencyTimes } = this.#environment;
    const digest = digestOf(key);
    const now = Date.now();
    if (index === 0) {
      await this.#removeAllChunks(digest);
      this.#begun.set(digest, now);
    }
    await this.#queue.run((staged) => {
      if (index === 0) staged.putOnly(idempotencyTimes, [now, digest], NOTHING);
      staged.putOnly(idempotencyChunks, [digest, index], JSON.stringify(text));
    });
  }

  /**
   * One by one: a slow client takes them, and as long as one state of the store is read, no space can be used again
   * that was freed since.
   */
  async *chunks(key: string): AsyncGenerator<string> {
    const { idempotencyChunks } = this.#environment;
    const digest = digestOf(key);
    const count = idempotencyChunks.getKeysCount(chunkRange(digest));
    for (let index = 0; index < count; index++) {
      const text = idempotencyChunks.get([digest, index]);
      if (text === undefined) throw new Error('The rest of a kept answer has expired while it was read.');
      yield JSON.parse(text);
    }
  }

  async expire(time: number): Promise<void> {
    while ((await this.#queue.run((staged) => this.#expireSome(time, staged))) >= REMOVE_AT_ONCE);
    // Those that broke off.
    for (const [digest, begun] of this.#begun) if (begun < time) this.#begun.delete(digest);
  }

  /** Chunks of an interrupted answer must neither mix with the new ones nor stay forever. */
  async #removeAllChunks(digest: string): Promise<void> {
    while ((await this.#queue.run((staged) => this.#removeChunks(digest, staged))) >= REMOVE_AT_ONCE);
  }

  /** Returns how many entries it has removed. */
  #expireSome(time: number, staged: StagedWrites): number {
    const { idempotency, idempotencyTimes } = this.#environment;
    let removed = 0;
    for (const key of idempotencyTimes.getKeys({ start: [0, ''], end: [time, ''], limit: REMOVE_AT_ONCE })) {
      const [, digest] = key;
      const text = staged.get(idempotency, digest);
      const record: IdempotencyRecord | null = text === null ? null : JSON.parse(text);
      // A key that was used again later has another entry with the new time.
      const isUsedAgain = record !== null && record.createdAt >= time;
      // Chunks come before their record: these may belong to a new answer, although the record is that of the old one.
      const isUnderWay = (this.#begun.get(digest) ?? 0) >= time;
      if (!isUsedAgain && !isUnderWay) removed += this.#removeChunks(digest, staged, REMOVE_AT_ONCE - removed);
      // The rest of its chunks is found again by this entry.
      if (removed >= REMOVE_AT_ONCE) break;
      staged.removeOnly(idempotencyTimes, key);
      if (record !== null && !isUsedAgain) staged.remove(idempotency, digest);
      removed++;
    }
    return removed;
  }

  #removeChunks(digest: string, staged: StagedWrites, most = REMOVE_AT_ONCE): number {
    const { idempotencyChunks } = this.#environment;
    let removed = 0;
    for (const key of idempotencyChunks.getKeys({ ...chunkRange(digest), limit: most })) {
      staged.removeOnly(idempotencyChunks, key);
      removed++;
    }
    return removed;
  }
}

/** Refuses a key that was answered meanwhile. Call it before anything is staged. */
export function requireUnanswered(
  { idempotency }: Environment,
  { key, record }: { key: string; record: IdempotencyRecord },
  staged: StagedWrites,
): void {
  const text = staged.get(idempotency, digestOf(key));
  if (text === null) return;
  const stored: IdempotencyRecord = JSON.parse(text);
  if (stored.createdAt > record.createdAt - IDEMPOTENCY_MILLISECONDS) throw new AlreadyAnswered(stored);
}

export function stageIdempotencyRecord(
  { idempotency, idempotencyTimes }: Environment,
  { key, record }: { key: string; record: IdempotencyRecord },
  staged: StagedWrites,
): void {
  const digest = digestOf(key);
  staged.put(idempotency, digest, JSON.stringify(record));
  staged.putOnly(idempotencyTimes, [record.createdAt, digest], NOTHING);
}

const NOTHING = '{}';

/** Callers choose the keys. A digest has a fixed length and reveals nothing to a reader of the file. */
function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function chunkRange(digest: string): { start: [string, number]; end: [string, number] } {
  return { start: [digest, 0], end: [digest, Number.MAX_SAFE_INTEGER] };
}
