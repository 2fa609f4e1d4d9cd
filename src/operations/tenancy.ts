import type { Caller } from '../domain/caller.js';
import type { DocumentHead } from '../domain/document/document.js';
import { failure } from '../domain/errors/error.js';
import type { Clause } from '../domain/filter/filter.js';

/** Whether the caller's key has access to this tenant. */
function mayUseTenant(caller: Caller, tenantId: string): boolean {
  return caller.tenants === null || caller.tenants.includes(tenantId);
}

/** Throws if a request names a tenant that the key has no access to. */
export function requireTenants(caller: Caller, tenantIds: readonly string[]): void {
  const foreign = tenantIds.find((tenantId) => !mayUseTenant(caller, tenantId));
  if (foreign === undefined) return;
  const message = `This key has no access to the tenant ${JSON.stringify(foreign)}.`;
  throw failure('tenant_not_allowed', message, { param: 'tenant_id' });
}

/** Throws if the key is bound to tenants: for what tells of all documents together. */
export function requireEveryTenant({ tenants }: Caller): void {
  if (tenants === null) return;
  const message = 'This key is bound to tenants, and this endpoint tells about all of them. Use a key without tenants.';
  throw failure('tenant_not_allowed', message);
}

/** Null for a document of another tenant: callers must not learn that it exists. */
export function visible<Head extends DocumentHead>(caller: Caller, document: Head | null): Head | null {
  return document !== null && mayUseTenant(caller, document.tenantId) ? document : null;
}

/** The tenants that a read is limited to: those it names, else those of the key; null for no limit. */
export function searchedTenants(caller: Caller, named: readonly string[] | null): readonly string[] | null {
  if (named !== null) requireTenants(caller, named);
  return named ?? caller.tenants;
}

export function tenantScope(caller: Caller, named: readonly string[] | null): Clause[] {
  const tenants = searchedTenants(caller, named);
  return tenants === null ? [] : [{ kind: 'terms', field: 'tenant_id', values: [...tenants] }];
}
