import { type Caller, DEFAULT_SCOPES } from '../../domain/caller.js';
import { failure, type ServiceError } from '../../domain/errors/error.js';
import type { KeyRecord, KeyStorage } from '../../storage/storage.js';
import type { Answered } from '../idempotent-write.js';
import { issueOnce, type SecretRequest } from './issue-once.js';
import { type KeySettings, orderedScopes } from './key-request.js';
import { mayManage, requireGrantable, requireScopes } from './key-rights.js';
import type { KeyUses } from './key-uses.js';
import {
  type IssuedKey,
  type KeyStatus,
  type ListedKey,
  listed,
  newKey,
  OPERATOR_ID,
  requireActive,
  revokeKey,
  type ShownKey,
  withNewSecret,
} from './keys.js';

/** What operations on keys work with. */
export interface KeyContext {
  caller: Caller;
  keys: KeyStorage;
  uses: KeyUses;
  now: () => number;
}

/** A validated request. */
export interface NewKey {
  name: string;
  mode?: KeySettings['mode'];
  scopes?: readonly string[];
  tenants?: readonly string[] | null;
  expires_at?: number | null;
  rate_limit?: number | null;
}

/** Makes a key that may do no more than the caller's. What is left out is as narrow as the caller's key. */
export async function issueKey(
  sent: NewKey,
  { caller, keys, now }: KeyContext,
  request: SecretRequest | null,
): Promise<Answered<IssuedKey>> {
  const tenants = sent.tenants === undefined ? caller.tenants : sent.tenants;
  const settings: KeySettings = {
    name: sent.name,
    mode: sent.mode ?? caller.mode,
    scopes: orderedScopes(sent.scopes ?? DEFAULT_SCOPES),
    tenants: tenants && [...new Set(tenants)],
    expiresAt: sent.expires_at ?? null,
    rateLimit: sent.rate_limit ?? null,
  };
  requireGrantable(caller, settings);
  return issueOnce(request, {
    decide: async () => ({ ...newKey(settings, now()), replacedHash: null }),
    store: async ({ key }) => {
      await keys.change(key.id, (stored) => stored ?? key);
    },
  });
}

/** Gives a key another secret. The caller gets to know it, so it must not open more than the caller's own. */
export async function replaceSecret(
  id: string,
  context: KeyContext,
  request: SecretRequest | null,
): Promise<Answered<IssuedKey>> {
  const { caller, keys } = context;
  requireScopes(caller, (await managedKey(id, context)).scopes);
  return issueOnce(request, {
    decide: async () => {
      const key = await managedKey(id, context);
      return { ...withNewSecret(key), replacedHash: key.hash };
    },
    store: async ({ key, replacedHash }, isRepeated) => {
      await keys.change(id, (stored) => {
        const current = stored ?? key;
        // The secret has been in use before, or another one has taken its place since.
        if (isRepeated && current.hash !== replacedHash) return current;
        return { ...requireActive(current), hash: key.hash };
      });
    },
  });
}

/** Ends a key for good. A key may end itself: whoever fears that it is known to others must not have to look for another. */
export async function endKey(id: string, context: KeyContext): Promise<ListedKey> {
  await managedKey(id, context);
  return listed(context.uses.known(await revokeKey(context.keys, id, context.now())), context.now());
}

export async function findKey(id: string, context: KeyContext): Promise<ListedKey> {
  return listed(context.uses.known(await managedKey(id, context)), context.now());
}

/** The key of the request itself, which anyone may see. */
export async function currentKey({ caller, keys, uses, now }: KeyContext): Promise<ShownKey> {
  const { keyId: id, mode, scopes, tenants, rateLimit } = caller;
  if (id !== OPERATOR_ID) {
    const key = await keys.get(id);
    if (key === null) throw notFound(id);
    return listed(uses.known(key), now());
  }
  const ownerless = { createdAt: null, expiresAt: null, revokedAt: null };
  const key = { id, name: 'SEXTANT_API_KEY', mode, scopes: [...scopes], tenants: tenants && [...tenants], rateLimit };
  return { key: { ...key, ...ownerless }, status: 'active' };
}

interface BrowseRequest {
  mode: KeySettings['mode'] | null;
  status: KeyStatus | null;
  limit: number;
  page: number;
}

interface KeyPage {
  data: ListedKey[];
  total: number;
  hasMore: boolean;
  nextPage: number | null;
}

/** The keys that the caller manages, newest first. */
export async function browseKeys(
  { mode, status, limit, page }: BrowseRequest,
  { caller, keys, uses, now }: KeyContext,
): Promise<KeyPage> {
  const stored = (await keys.list()).map((key) => listed(uses.known(key), now()));
  const found = stored.filter(
    (one) =>
      mayManage(caller, one.key) &&
      (mode === null || one.key.mode === mode) &&
      (status === null || one.status === status),
  );
  found.reverse();
  const hasMore = page * limit < found.length;
  const data = found.slice((page - 1) * limit, page * limit);
  return { data, total: found.length, hasMore, nextPage: hasMore ? page + 1 : null };
}

async function managedKey(id: string, { caller, keys }: KeyContext): Promise<KeyRecord> {
  const key = isKeyId(id) ? await keys.get(id) : null;
  if (key === null || !mayManage(caller, key)) throw notFound(id);
  return key;
}

/** Not what looks like a secret: it would be repeated in the message. */
function isKeyId(id: string): boolean {
  return /^key_[0-9a-z]{1,100}$/.test(id);
}

/** Says the same about a key that the caller must not know of. */
function notFound(id: string): ServiceError {
  if (id === OPERATOR_ID) {
    const message = 'This stands for the key in the setting SEXTANT_API_KEY. Change it there and restart the service.';
    return failure('key_not_found', message, { param: 'id' });
  }
  const message = isKeyId(id)
    ? `There is no key "${id}".`
    : 'No key can have this id. Ids begin with key_, and GET /keys/current tells that of the key you use.';
  return failure('key_not_found', message, { param: 'id' });
}
