import type { Caller } from '../../domain/caller.js';
import { failure } from '../../domain/errors/error.js';
import type { KeyRecord } from '../../storage/storage.js';
import type { KeySettings } from './key-request.js';

/**
 * A key with the scope `admin` manages the keys that reach no further than itself: a test key only test keys, and a key that is
 * bound to tenants only those that are bound to some of the same.
 */
export function mayManage(caller: Caller, { mode, tenants }: Pick<KeyRecord, 'mode' | 'tenants'>): boolean {
  return (caller.mode === 'live' || mode === 'test') && foreignTenants(caller, tenants) === null;
}

/** Throws if whoever holds a key with these settings could do something that the caller can't. */
export function requireGrantable(caller: Caller, settings: Pick<KeySettings, 'mode' | 'scopes' | 'tenants'>): void {
  requireScopes(caller, settings.scopes);
  if (caller.mode === 'test' && settings.mode === 'live') {
    const message = 'This is a test key: it can only make test keys. Leave mode out, or use a live key.';
    throw failure('mode_not_allowed', message, { param: 'mode' });
  }
  const foreign = foreignTenants(caller, settings.tenants);
  if (foreign === null) return;
  const message =
    foreign === 'all'
      ? 'This key is bound to tenants, so it can not make a key for all tenants. Name some of its own, or leave tenants out.'
      : `This key has no access to the tenant ${JSON.stringify(foreign.named)}.`;
  throw failure('tenant_not_allowed', message, { param: 'tenants' });
}

/** Throws if a key has a scope that the caller lacks: its secret must not come into the caller's hands. */
export function requireScopes(caller: Caller, scopes: readonly string[]): void {
  const missing = scopes.filter((scope) => !caller.scopes.some((own) => own === scope));
  if (missing.length === 0) return;
  const names = missing.map((scope) => `"${scope}"`).join(', ');
  const message = `This key lacks ${names}, and can issue no secret that has more scopes than itself (${caller.scopes.join(', ')}).`;
  throw failure('scope_missing', message, { param: 'scopes' });
}

/** A tenant that the caller has no access to, or all of them; null if there is none. */
function foreignTenants(caller: Caller, tenants: readonly string[] | null): { named: string } | 'all' | null {
  if (caller.tenants === null) return null;
  if (tenants === null) return 'all';
  const own = new Set(caller.tenants);
  const named = tenants.find((tenant) => !own.has(tenant));
  return named === undefined ? null : { named };
}
