import { failure } from '../domain/errors/error.js';
import type { IdempotencyRecord } from '../storage/storage.js';
import { KeyedMutex } from '../threads/keyed-mutex.js';
import type { IdempotentRequest } from './context.js';

const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000;

/** One request at a time per key: a twin that arrives meanwhile waits instead of doing it again. */
export const requestTurns = new KeyedMutex();

export interface Answered<Result> {
  result: Result;
  /** True when this is the answer of an earlier request with the same key. */
  replayed: boolean;
}

/**
 * Does something once per idempotency key. `perform` is given what to store in the same commit as its write; its result
 * must be plain JSON. Only successes are kept: a request that failed may be sent again and is then tried again.
 */
export async function performOnce<Result>(
  request: IdempotentRequest | null,
  perform: (record: RecordResult<Result> | undefined) => Promise<Result>,
): Promise<Answered<Result>> {
  if (request === null) return { result: await perform(undefined), replayed: false };
  return requestTurns.run(request.key, async () => {
    const kept = await findRecord(request);
    if (kept?.body != null) return { result: JSON.parse(kept.body), replayed: true };
    const record = (result: Result) => ({ key: request.key, record: recordOf(request, JSON.stringify(result)) });
    return { result: await perform(record), replayed: false };
  });
}

export type RecordResult<Result> = (result: Result) => { key: string; record: IdempotencyRecord };

/** What is kept under the key, if it is young enough; another request under the same key is refused. */
async function findRecord(request: IdempotentRequest): Promise<IdempotencyRecord | null> {
  const record = await recentRecord(request);
  if (record !== null && record.fingerprint !== request.fingerprint) throw idempotencyMismatch();
  return record;
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

/** Records older than this are no longer honoured. */
export function oldestKept(now: number): number {
  return now - KEPT_MILLISECONDS;
}

function recordOf(request: IdempotentRequest, body: string): IdempotencyRecord {
  return { fingerprint: request.fingerprint, body, createdAt: Date.now() };
}
