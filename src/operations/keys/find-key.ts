import { didYouMean } from '../../domain/errors/did-you-mean.js';
import { invalidRequest } from '../../domain/errors/error.js';
import type { KeyRecord, KeyStorage } from '../../storage/storage.js';

export function findKey(keys: KeyStorage, id: string): KeyRecord {
  const key = keys.get(id);
  if (key !== null) return key;
  const ids = keys.list().map((known) => known.id);
  const message = `There is no key with the id "${id.slice(0, 100)}".${didYouMean(id, ids)}`;
  throw invalidRequest([{ param: 'id', code: 'parameter_invalid', message }]);
}
