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
import { fromSnapshot } from './tables.js';

/** Records removed per commit, which takes a few milliseconds. */
const EXPIRE_AT_ONCE = 200;

export class LmdbIdempotencyStorage implements IdempotencyStorage {
  readonly #environment: Environment;
  readonly #queue: CommitQueue;

  constructor(environment: Environment, queue: CommitQueue) {
    this.#environment = environment;
    this.#queue = queue;
  }

  async get(key: string): Promise<IdempotencyRecord | null> {
    const text = this.#environment.idempotency.get(digestOf(key));
    return text === undefined ? null : JSON.parse(text);
  }

  put(key: string, record: IdempotencyRecord): Promise<void> {
    return this.#queue.run((staged) => stageIdempotencyRecord(this.#environment, { key, record }, staged));
  }

  putChunk(key: string, index: number, text: string): Promise<void> {
    const digest = digestOf(key);
    return this.#queue.run((staged) => {
      if (index === 0) this.#beginChunks(digest, staged);
      staged.putOnly(this.#environment.idempotencyChunks, [digest, index], JSON.stringify(text));
    });
  }

  async *chunks(key: string): AsyncGenerator<string> {
    const { root, idempotencyChunks } = this.#environment;
    yield* fromSnapshot(root, (transaction) =>
      idempotencyChunks
        .getRange({ ...chunkRange(digestOf(key)), transaction })
        .map(({ value }): string => JSON.parse(value)),
    );
  }

  async expire(time: number): Promise<void> {
    while ((await this.#queue.run((staged) => this.#expireSome(time, staged))) === EXPIRE_AT_ONCE);
  }

  /** Chunks of an interrupted answer must neither mix with the new ones nor stay forever. */
  #beginChunks(digest: string, staged: StagedWrites): void {
    this.#removeChunks(digest, staged);
    staged.putOnly(this.#environment.idempotencyTimes, [Date.now(), digest], NOTHING);
  }

  #expireSome(time: number, staged: StagedWrites): number {
    const { idempotency, idempotencyTimes } = this.#environment;
    let seen = 0;
    for (const key of idempotencyTimes.getKeys({ start: [0, ''], end: [time, ''], limit: EXPIRE_AT_ONCE })) {
      const [, digest] = key;
      seen++;
      staged.removeOnly(idempotencyTimes, key);
      const text = staged.get(idempotency, digest);
      const record: IdempotencyRecord | null = text === null ? null : JSON.parse(text);
      // A key that was used again later has another entry with the new time.
      if (record !== null && record.createdAt >= time) continue;
      if (record !== null) staged.remove(idempotency, digest);
      this.#removeChunks(digest, staged);
    }
    return seen;
  }

  #removeChunks(digest: string, staged: StagedWrites): void {
    const { idempotencyChunks } = this.#environment;
    for (const key of idempotencyChunks.getKeys(chunkRange(digest))) staged.removeOnly(idempotencyChunks, key);
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
