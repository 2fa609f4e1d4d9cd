import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Idempotency } from '../../operations/context.js';
import { idempotencyMismatch, recentRecord } from '../../operations/idempotent-write.js';
import { requestFingerprint } from '../admission/idempotency.js';
import { bodyChunks } from '../body/streamed-body.js';
import type { AnswerKeeper } from './import-answer.js';

/** For imports without an `Idempotency-Key`. */
export const KEEP_NOTHING: AnswerKeeper = {
  piece: async () => undefined,
  finish: async () => undefined,
  release: () => undefined,
};

interface KeyedImport extends Idempotency {
  request: FastifyRequest;
  key: string;
  silenceMilliseconds: number;
}

/**
 * The stored answer of an earlier import with the same key, or a keeper for the answer of this one. Only the hash of the
 * whole body tells whether it is the same import, so a repeated body is read to its end first.
 */
export async function findKeptAnswer(keyed: KeyedImport): Promise<AsyncIterable<string> | AnswerKeeper> {
  const release = await keyed.mutex.take(keyed.key);
  try {
    const record = await recentRecord(keyed);
    if (record === null) return keeper(keyed, release);
    const fingerprint = requestFingerprint(keyed.request, await hashBody(keyed));
    if (record.fingerprint !== fingerprint) throw idempotencyMismatch();
    release();
    return completeAnswer(keyed.storage.chunks(keyed.key));
  } catch (error) {
    release();
    throw error;
  }
}

function keeper({ request, storage, key }: KeyedImport, release: () => void): AnswerKeeper {
  let pieces = 0;
  return {
    release,
    piece: (text) => storage.putChunk(key, pieces++, text),
    async finish(bodyFingerprint) {
      await storage.putChunk(key, pieces, END);
      const fingerprint = requestFingerprint(request, bodyFingerprint);
      await storage.put(key, { fingerprint, body: null, createdAt: Date.now() });
    },
  };
}

/** Marks the end of an answer. Pieces of a longer attempt that was cut off may follow it. */
const END = '';

async function* completeAnswer(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    if (piece === END) return;
    yield piece;
  }
}

async function hashBody({ request, silenceMilliseconds }: KeyedImport): Promise<string> {
  const hash = createHash('sha256');
  for await (const _ of bodyChunks(request.raw, { silenceMilliseconds, hash }));
  return hash.digest('hex');
}
