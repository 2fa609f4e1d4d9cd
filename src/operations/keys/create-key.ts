import { newId } from '../../domain/document/identifier.js';
import type { KeyRecord, KeyStorage } from '../../storage/storage.js';
import { checkKeyRequest, type KeyRequest } from './key-request.js';
import { hashSecret, newSecret } from './secret.js';

/** A key together with its secret: the only moment at which both are known. */
export interface IssuedKey {
  key: KeyRecord;
  secret: string;
}

export async function createKey(keys: KeyStorage, request: KeyRequest, now: number): Promise<IssuedKey> {
  const settings = checkKeyRequest(request);
  const secret = newSecret(settings.mode);
  const key: KeyRecord = { id: newId('key'), ...settings, hash: hashSecret(secret), createdAt: now, revokedAt: null };
  await keys.put(key);
  return { key, secret };
}
