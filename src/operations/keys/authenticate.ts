import { type Caller, SCOPES } from '../../domain/caller.js';
import type { KeyRecord, KeyStorage } from '../../storage/storage.js';
import { hashSecret, sameHash } from './secret.js';

export interface AuthenticationSources {
  keys: KeyStorage;
  /** The key from the settings: live, with every scope; null for none. */
  operatorKey: string | null;
  now: () => number;
}

/** Says who sends a key; null if it is unknown, revoked or expired. The store is asked each time, so a change holds at once. */
export function keyAuthenticator({
  keys,
  operatorKey,
  now,
}: AuthenticationSources): (secret: string) => Promise<Caller | null> {
  const operatorHash = operatorKey === null ? null : hashSecret(operatorKey);
  return async (secret) => {
    const hash = hashSecret(secret);
    if (operatorHash !== null && sameHash(hash, operatorHash)) return OPERATOR;
    const key = await keys.findByHash(hash);
    return key !== null && sameHash(hash, key.hash) && isUsable(key, now()) ? callerWith(key) : null;
  };
}

export function isUsable(key: Pick<KeyRecord, 'expiresAt' | 'revokedAt'>, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
}

const OPERATOR: Caller = { keyId: 'operator', mode: 'live', scopes: SCOPES, tenants: null, rateLimit: null };

function callerWith({ id, mode, scopes, tenants, rateLimit }: KeyRecord): Caller {
  return { keyId: id, mode, scopes, tenants, rateLimit };
}
