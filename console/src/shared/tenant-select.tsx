import { useQuery } from '@tanstack/react-query';
import { useSession } from '../app/session.js';
import { Select } from '../design/field.js';

const MOST_TENANTS = 100;

/** All tenants that the key may see, or one of them. Not shown if there is only one. */
export function TenantSelect({
  tenants,
  onChange,
}: {
  tenants: readonly string[];
  onChange: (tenants: readonly string[]) => void;
}) {
  const known = useTenants();
  if (known.length < 2) return null;
  return (
    <div>
      <Select
        aria-label="Tenant"
        value={tenants[0] ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? [] : [event.target.value])}
      >
        <option value="">All tenants</option>
        {known.map((tenant) => (
          <option key={tenant}>{tenant}</option>
        ))}
      </Select>
    </div>
  );
}

/** The tenants of the documents that the key may see, those with most documents first. */
export function useTenants(): readonly string[] {
  const { client, may } = useSession();
  const { data } = useQuery({
    queryKey: ['documents', 'tenants'],
    enabled: may('read'),
    queryFn: ({ signal }) =>
      client.documents.filter(
        { filter: {}, limit: 1, facet_advanced: [{ field: 'tenant_id', type: 'terms', size: MOST_TENANTS }] },
        { signal },
      ),
  });
  const facet = data?.facet_result?.tenant_id;
  return facet?.type === 'terms' ? facet.values.map(({ value }) => String(value)) : [];
}
