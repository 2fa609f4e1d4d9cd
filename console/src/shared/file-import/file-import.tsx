import { useId } from 'react';
import { useSession } from '../../app/session.js';
import { Field, Select, TextInput } from '../../design/field.js';
import { Stack } from '../../design/layout.js';
import { useTenants } from '../tenant-select.js';
import { FileDrop } from './file-drop.js';
import { FileReport } from './file-report.js';
import { useFileQueue } from './use-file-queue.js';

interface FileImportProps {
  tenant: string;
  onTenant: (tenant: string) => void;
}

/** Takes files for a tenant, and says what became of them. */
export function FileImport({ tenant, onTenant }: FileImportProps) {
  const { queue, progress } = useFileQueue();
  return (
    <Stack>
      <FileDrop onFiles={(files) => queue.add(files, tenant.trim() || 'default')} />
      <TenantField tenant={tenant} onTenant={onTenant} />
      <FileReport queue={queue} progress={progress} />
    </Stack>
  );
}

/** A key that is bound to tenants can only choose among them. */
function TenantField({ tenant, onTenant }: FileImportProps) {
  const { tenants } = useSession();
  const list = useId();
  const known = useTenants();
  return (
    <>
      <Field label="Tenant" hint="Whom the documents belong to. A file of the same name in it is replaced.">
        {tenants === null ? (
          <TextInput list={list} value={tenant} maxLength={250} onChange={({ target }) => onTenant(target.value)} />
        ) : (
          <Select value={tenant} onChange={({ target }) => onTenant(target.value)}>
            {tenants.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <datalist id={list}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
