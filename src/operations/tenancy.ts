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

/** Null for a document of another tenant: callers must not learn that it exists. */
export function visible<Head extends DocumentHead>(caller: Caller, document: Head | null): Head | null {
  return document !== null && mayUseTenant(caller, document.tenantId) ? document : null;
}

/** Limits a read to the tenants it names, else to those of the key; no limit if neither names any. */
export function tenantScope(caller: Caller, named: readonly string[] | null): Clause[] {
  if (named !== null) requireTenants(caller, named);
  const tenants = named ?? caller.tenants;
  return tenants === null ? [] : [{ kind: 'terms', field: 'tenant_id', values: [...tenants] }];
}
