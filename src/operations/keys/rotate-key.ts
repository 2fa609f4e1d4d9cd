import { invalidRequest } from '../../domain/errors/error.js';
import type { KeyStorage } from '../../storage/storage.js';
import type { IssuedKey } from './create-key.js';
import { findKey } from './find-key.js';
import { hashSecret, newSecret } from './secret.js';

/** Gives a key a new secret and leaves the rest as it is; the old secret is dead at once. */
export async function rotateKey(keys: KeyStorage, id: string): Promise<IssuedKey> {
  const key = await findKey(keys, id);
  if (key.revokedAt !== null) {
    const message = `The key "${key.name}" has been revoked and stays so; create a new one.`;
    throw invalidRequest([{ param: 'id', code: 'parameter_invalid', message }]);
  }
  const secret = newSecret(key.mode);
  const rotated = { ...key, hash: hashSecret(secret) };
  await keys.put(rotated);
  return { key: rotated, secret };
}
