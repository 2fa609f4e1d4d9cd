import { hash, timingSafeEqual } from 'node:crypto';
import { type Caller, SCOPES } from '../../domain/caller.js';
import type { Mode } from '../../domain/document/document.js';
import { newId, randomToken } from '../../domain/document/identifier.js';
import { formatTimestamp } from '../../domain/document/timestamp.js';
import { failure } from '../../domain/errors/error.js';
import { didYouMean } from '../../domain/errors/problem.js';
import type { KeyRecord, KeyStorage } from '../../storage/storage.js';
import { checkKeyRequest, type KeyRequest, type KeySettings } from './key-request.js';

/** A key with its secret, which nobody can read again later. */
export interface IssuedKey {
  key: KeyRecord;
  secret: string;
}

export async function createKey(keys: KeyStorage, request: KeyRequest, now: number): Promise<IssuedKey> {
  const issued = newKey(checkKeyRequest(request), now);
  await keys.put(issued.key);
  return issued;
}

/** A key that is not stored yet. */
export function newKey(settings: KeySettings, now: number): IssuedKey {
  const secret = newSecret(settings.mode);
  return { key: { id: newId('key'), ...settings, hash: hashSecret(secret), createdAt: now, revokedAt: null }, secret };
}

export const KEY_STATUSES = ['active', 'expired', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

export interface ListedKey {
  key: Omit<KeyRecord, 'hash'>;
  status: KeyStatus;
}

/** All keys, oldest first. */
export async function listKeys(keys: KeyStorage, now: number): Promise<ListedKey[]> {
  return (await keys.list()).map((key) => listed(key, now));
}

export function listed({ hash: _, ...key }: KeyRecord, now: number): ListedKey {
  return { key, status: statusOf(key, now) };
}

/** A key as it may be shown. */
export interface ShownKey {
  key: Omit<ListedKey['key'], 'createdAt'> & { createdAt: number | null };
  status: KeyStatus;
}

/** How a key is shown, by the API and on the command line. */
export function describeKey({ key, status }: ShownKey) {
  return {
    id: key.id,
    name: key.name,
    mode: key.mode,
    status,
    scopes: key.scopes,
    tenants: key.tenants,
    rate_limit: key.rateLimit,
    created_at: dateOf(key.createdAt),
    expires_at: dateOf(key.expiresAt),
    revoked_at: dateOf(key.revokedAt),
    last_used_at: dateOf(key.lastUsedAt ?? null),
  };
}

function dateOf(time: number | null): string | null {
  return time === null ? null : formatTimestamp(time);
}

function statusOf(key: Omit<KeyRecord, 'hash'>, now: number): KeyStatus {
  if (key.revokedAt !== null) return 'revoked';
  return isUsable(key, now) ? 'active' : 'expired';
}

/** Replaces the secret of a key. The old one stops working at once. */
export async function rotateKey(keys: KeyStorage, id: string): Promise<IssuedKey> {
  const { key, secret } = withNewSecret(await storedKey(keys, id));
  return { key: await keys.change(id, (stored) => requireActive({ ...key, ...stored, hash: key.hash })), secret };
}

/** The key with another secret, not stored yet. */
export function withNewSecret(key: KeyRecord): IssuedKey {
  const secret = newSecret(key.mode);
  return { key: { ...requireActive(key), hash: hashSecret(secret) }, secret };
}

/** An expired key may get a new secret, and stays expired. */
export function requireActive(key: KeyRecord): KeyRecord {
  if (key.revokedAt === null) return key;
  const message = `The key "${key.name}" has been revoked, which is permanent. Create a new key.`;
  throw failure('key_revoked', message, { param: 'id' });
}

/** Permanent. Revoking a key a second time changes nothing. */
export async function revokeKey(keys: KeyStorage, id: string, now: number): Promise<KeyRecord> {
  const key = await storedKey(keys, id);
  return keys.change(id, (stored) => ({ ...key, ...stored, revokedAt: stored?.revokedAt ?? now }));
}

async function storedKey(keys: KeyStorage, id: string): Promise<KeyRecord> {
  const key = await keys.get(id);
  if (key !== null) return key;
  const ids = (await keys.list()).map((known) => known.id);
  const message = `There is no key with the id "${id.slice(0, 100)}".${didYouMean(id, ids)}`;
  throw failure('key_not_found', message, { param: 'id' });
}

interface AuthenticationSources {
  keys: KeyStorage;
  /** The key of SEXTANT_API_KEY, live and with every scope; null if it is not set. */
  operatorKey: string | null;
  now: () => number;
  /** Told the id of every stored key that is accepted. */
  onUse?: (id: string) => void;
}

/**
 * Finds the caller of a key; null if it is unknown, revoked or expired. Asks the store every time, so that changes take
 * effect at once.
 */
export function keyAuthenticator({
  keys,
  operatorKey,
  now,
  onUse,
}: AuthenticationSources): (secret: string) => Promise<Caller | null> {
  const operatorHash = operatorKey === null ? null : hashSecret(operatorKey);
  return async (secret) => {
    const hashed = hashSecret(secret);
    if (operatorHash !== null && sameHash(hashed, operatorHash)) return OPERATOR;
    const key = await keys.findByHash(hashed);
    if (key === null || !sameHash(hashed, key.hash) || !isUsable(key, now())) return null;
    onUse?.(key.id);
    return callerWith(key);
  };
}

export function isUsable(key: Pick<KeyRecord, 'expiresAt' | 'revokedAt'>, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
}

/** The id by which logs and responses name the key of SEXTANT_API_KEY, which is not stored. */
export const OPERATOR_ID = 'operator';
const OPERATOR: Caller = { keyId: OPERATOR_ID, mode: 'live', scopes: SCOPES, tenants: null, rateLimit: null };

function callerWith({ id, mode, scopes, tenants, rateLimit }: KeyRecord): Caller {
  return { keyId: id, mode, scopes, tenants, rateLimit };
}

const SECRET_BITS = 192;

/** What callers send as X-API-Key. It is shown once and never stored. */
function newSecret(mode: Mode): string {
  return `sk_${mode}_${randomToken(SECRET_BITS)}`;
}

/** Neither salted nor slow: 192 random bits can't be guessed, and every request computes this hash. */
function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** Compares in constant time. */
function sameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
