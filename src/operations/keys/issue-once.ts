import { failure } from '../../domain/errors/error.js';
import type { IdempotentRequest } from '../context.js';
import { type Answered, findRecord } from '../idempotent-write.js';
import type { IssuedKey } from './keys.js';
import { type Lock, sealText, unsealText } from './sealed-text.js';

/** A request with an Idempotency-Key whose response holds a secret. */
export interface SecretRequest extends IdempotentRequest {
  /** The secret of the calling key, which is not stored. */
  callerSecret: string;
}

/** A secret that has been decided on, whether the key is stored with it or not. */
interface Issuance extends IssuedKey {
  /** The hash that the new one takes the place of; null for a new key. */
  replacedHash: string | null;
}

interface Steps {
  /** Decides what to issue, and stores nothing. */
  decide(): Promise<Issuance>;
  /** Stores the key. `isRepeated` if that may have been done before. */
  store(issuance: Issuance, isRepeated: boolean): Promise<void>;
}

/**
 * Issues a secret once per idempotency key. A repeated request gets the same secret, although no secret is stored in clear: the
 * response is kept for it encrypted with the secret of the calling key, of which the service has only a hash. It is kept before
 * the key is stored. Thus a request that was cut off in between is completed by its repetition.
 */
export async function issueOnce(request: SecretRequest | null, steps: Steps): Promise<Answered<IssuedKey>> {
  if (request === null) {
    const issuance = await steps.decide();
    await steps.store(issuance, false);
    return { result: issuance, replayed: false };
  }
  return request.mutex.run(request.key, async () => {
    const kept = await findRecord(request);
    const issuance = kept?.body == null ? await steps.decide() : unseal(kept.body, request);
    const replayed = kept?.body != null;
    if (!replayed) await keep(issuance, request);
    await steps.store(issuance, replayed);
    return { result: issuance, replayed };
  });
}

async function keep(issuance: Issuance, request: SecretRequest): Promise<void> {
  const body = sealText(JSON.stringify(issuance), lockOf(request));
  const { storage, key, fingerprint } = request;
  await storage.put(key, { fingerprint, body, createdAt: Date.now() });
}

function unseal(body: string, request: SecretRequest): Issuance {
  const text = unsealText(body, lockOf(request));
  if (text !== null) return JSON.parse(text);
  const message =
    'The calling key has got a new secret since this Idempotency-Key was used, so the response can no longer be read. ' +
    'Use a new Idempotency-Key.';
  throw failure('idempotency_mismatch', message, { param: 'Idempotency-Key' });
}

function lockOf({ callerSecret, key }: SecretRequest): Lock {
  return { secret: callerSecret, purpose: `issued key ${key}` };
}
