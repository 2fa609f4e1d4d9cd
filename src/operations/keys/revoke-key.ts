import type { KeyRecord, KeyStorage } from '../../storage/storage.js';
import { findKey } from './find-key.js';

/** For good. Revoking a key again changes nothing. */
export async function revokeKey(keys: KeyStorage, id: string, now: number): Promise<KeyRecord> {
  const key = await findKey(keys, id);
  if (key.revokedAt !== null) return key;
  const revoked = { ...key, revokedAt: now };
  await keys.put(revoked);
  return revoked;
}
