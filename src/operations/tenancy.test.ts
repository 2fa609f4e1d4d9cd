import { describe, expect, it } from 'vitest';
import type { Caller } from '../domain/caller.js';
import type { DocumentHead } from '../domain/document/document.js';
import { requireTenants, tenantScope, visible } from './tenancy.js';

const bound: Caller = { keyId: 'k', mode: 'live', scopes: ['read'], tenants: ['a', 'b'], rateLimit: null };
const free: Caller = { ...bound, tenants: null };

const documentOf = (tenantId: string): DocumentHead => ({
  id: '1',
  title: 'One',
  tenantId,
  language: 'en',
  metadata: null,
  sourceUri: null,
  createdAt: 0,
  updatedAt: 0,
});

describe('a key bound to tenants', () => {
  it('is limited to its tenants when it names none', () => {
    expect(tenantScope(bound, null)).toEqual([{ kind: 'terms', field: 'tenant_id', values: ['a', 'b'] }]);
  });

  it('is limited to those it names', () => {
    expect(tenantScope(bound, ['b'])).toEqual([{ kind: 'terms', field: 'tenant_id', values: ['b'] }]);
  });

  it('may not name a foreign tenant, not even beside its own', () => {
    expect(() => tenantScope(bound, ['a', 'c'])).toThrow(
      expect.objectContaining({ code: 'tenant_not_allowed', status: 403 }),
    );
    expect(() => requireTenants(bound, ['c'])).toThrow('"c"');
  });

  it("does not see a foreign tenant's document", () => {
    expect(visible(bound, documentOf('c'))).toBeNull();
    expect(visible(bound, documentOf('a'))).not.toBeNull();
    expect(visible(bound, null)).toBeNull();
  });
});

describe('a key that is not bound', () => {
  it('sees everything unless it names tenants', () => {
    expect(tenantScope(free, null)).toEqual([]);
    expect(tenantScope(free, ['z'])).toEqual([{ kind: 'terms', field: 'tenant_id', values: ['z'] }]);
    expect(visible(free, documentOf('z'))).not.toBeNull();
  });
});
