import { didYouMean } from '../../domain/errors/did-you-mean.js';
import { invalidRequest } from '../../domain/errors/error.js';
import type { KeyRecord, KeyStorage } from '../../storage/storage.js';

export async function findKey(keys: KeyStorage, id: string): Promise<KeyRecord> {
  const key = await keys.get(id);
  if (key !== null) return key;
  const ids = (await keys.list()).map((known) => known.id);
  const message = `There is no key with the id "${id.slice(0, 100)}".${didYouMean(id, ids)}`;
  throw invalidRequest([{ param: 'id', code: 'parameter_invalid', message }]);
}
