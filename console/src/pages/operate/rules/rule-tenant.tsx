import { type Session, useSession } from '../../../app/session.js';
import { Field, Select } from '../../../design/field.js';
import { useTenants } from '../../../shared/tenant-select.js';

/** A key that is bound to tenants reads rules without a tenant, but writes only those of its own. */
export function mayChangeRule({ may, tenants }: Session, rule: { tenant_id: string | null }): boolean {
  return may('admin') && (tenants === null || (rule.tenant_id !== null && tenants.includes(rule.tenant_id)));
}

/** The tenant of a new rule. */
export function usualTenant({ tenants }: Session): string | null {
  return tenants?.[0] ?? null;
}

interface RuleTenantFieldProps {
  /** Null: all searches. */
  tenant: string | null;
  onChange: (tenant: string | null) => void;
}

/** Which searches a synonym or curation applies to. */
export function RuleTenantField({ tenant, onChange }: RuleTenantFieldProps) {
  const { tenants: ownTenants } = useSession();
  const known = useTenants();
  const offered = [...new Set([...(ownTenants ?? known), ...(tenant === null ? [] : [tenant])])];
  return (
    <Field label="Applies to">
      <Select
        value={tenant ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      >
        {ownTenants === null && <option value="">all searches</option>}
        {offered.map((name) => (
          <option key={name} value={name}>
            searches within {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
