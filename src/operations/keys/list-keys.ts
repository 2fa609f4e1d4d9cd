import type { KeyRecord, KeyStorage } from '../../storage/storage.js';
import { isUsable } from './authenticate.js';

type KeyStatus = 'active' | 'expired' | 'revoked';

export interface ListedKey {
  key: Omit<KeyRecord, 'hash'>;
  status: KeyStatus;
}

/** Oldest first. */
export async function listKeys(keys: KeyStorage, now: number): Promise<ListedKey[]> {
  return (await keys.list()).map(({ hash: _, ...key }) => ({ key, status: statusOf(key, now) }));
}

function statusOf(key: Omit<KeyRecord, 'hash'>, now: number): KeyStatus {
  if (key.revokedAt !== null) return 'revoked';
  return isUsable(key, now) ? 'active' : 'expired';
}
