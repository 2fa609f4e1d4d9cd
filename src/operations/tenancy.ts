import type { Caller } from '../domain/caller.js';
import type { DocumentHead } from '../domain/document/document.js';
import { failure } from '../domain/errors/error.js';
import type { Clause } from '../domain/filter/filter.js';

/** Whether the caller may know of documents of this tenant. */
function mayUseTenant(caller: Caller, tenantId: string): boolean {
  return caller.tenants === null || caller.tenants.includes(tenantId);
}

/** A tenant that a request names must be one of the key's. */
export function requireTenants(caller: Caller, tenantIds: readonly string[]): void {
  const foreign = tenantIds.find((tenantId) => !mayUseTenant(caller, tenantId));
  if (foreign === undefined) return;
  const message = `This key is bound to other tenants than ${JSON.stringify(foreign)}.`;
  throw failure('tenant_not_allowed', message, { param: 'tenant_id' });
}

/** A document of a foreign tenant is to its caller as one that does not exist. */
export function visible<Head extends DocumentHead>(caller: Caller, document: Head | null): Head | null {
  return document !== null && mayUseTenant(caller, document.tenantId) ? document : null;
}

/** The tenants a read is limited to: those it names, else those of the key, else none. */
export function tenantScope(caller: Caller, named: readonly string[] | null): Clause[] {
  if (named !== null) requireTenants(caller, named);
  const tenants = named ?? caller.tenants;
  return tenants === null ? [] : [{ kind: 'terms', field: 'tenant_id', values: [...tenants] }];
}
