import { failure } from '../domain/errors/error.js';
import { AlreadyAnswered, IDEMPOTENCY_MILLISECONDS, type IdempotencyRecord } from '../storage/storage.js';
import type { IdempotentRequest } from './context.js';

export interface Answered<Result> {
  result: Result;
  /** True if this is the stored answer of an earlier request with the same key. */
  replayed: boolean;
}

/**
 * Performs a request once per idempotency key. `perform` gets a function that makes the record to store in the same commit
 * as its write; its result must be plain JSON. Only successes are stored: a failed request is performed again if repeated.
 * `beforeReplay` runs before a stored answer is given: a write may have been stored although what had to follow it failed.
 */
export async function performOnce<Result>(
  request: IdempotentRequest | null,
  perform: (record: RecordResult<Result> | undefined) => Promise<Result>,
  beforeReplay: () => Promise<void> = async () => undefined,
): Promise<Answered<Result>> {
  const replay = async (body: string): Promise<Answered<Result>> => {
    await beforeReplay();
    return { result: JSON.parse(body), replayed: true };
  };
  if (request === null) return { result: await perform(undefined), replayed: false };
  return request.mutex.run(request.key, async () => {
    const kept = await findRecord(request);
    if (kept?.body != null) return replay(kept.body);
    const record = (result: Result) => ({ key: request.key, record: recordOf(request, JSON.stringify(result)) });
    try {
      return { result: await perform(record), replayed: false };
    } catch (error) {
      const answered = error instanceof AlreadyAnswered ? error.record : await lateRecord(request);
      if (answered?.body == null) throw error;
      if (answered.fingerprint !== request.fingerprint) throw idempotencyMismatch();
      return replay(answered.body);
    }
  });
}

export type RecordResult<Result> = (result: Result) => { key: string; record: IdempotencyRecord };

/** The record of the key, if it has not expired. Throws if it belongs to another request. */
export async function findRecord(request: IdempotentRequest): Promise<IdempotencyRecord | null> {
  const record = await recentRecord(request);
  if (record !== null && record.fingerprint !== request.fingerprint) throw idempotencyMismatch();
  return record;
}

/**
 * A store may make a write after it was given up. If the request is then repeated, it is refused because of what it has written
 * itself, such as an id that is taken: its answer is that of the first time.
 */
async function lateRecord(request: IdempotentRequest): Promise<IdempotencyRecord | null> {
  return recentRecord(request).catch(() => null);
}

export async function recentRecord({
  storage,
  key,
}: Pick<IdempotentRequest, 'storage' | 'key'>): Promise<IdempotencyRecord | null> {
  const record = await storage.get(key);
  return record !== null && record.createdAt > oldestKept(Date.now()) ? record : null;
}

export function idempotencyMismatch(): Error {
  const message = 'This Idempotency-Key was used with another request in the last 24 hours. Use a new key.';
  return failure('idempotency_mismatch', message, { param: 'Idempotency-Key' });
}

/** Records created before this time have expired. */
export function oldestKept(now: number): number {
  return now - IDEMPOTENCY_MILLISECONDS;
}

function recordOf(request: IdempotentRequest, body: string): IdempotencyRecord {
  return { fingerprint: request.fingerprint, body, createdAt: Date.now() };
}
