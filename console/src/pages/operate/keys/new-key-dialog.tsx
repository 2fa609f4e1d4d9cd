import type { IssuedKey } from '@sextant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useSession } from '../../../app/session.js';
import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Checkbox, Field, Segmented, Select, TextInput } from '../../../design/field.js';
import { Failure } from '../../../design/states.js';
import { useTenants } from '../../../shared/tenant-select.js';
import styles from '../operate.module.css';
import { WordList } from '../word-list.js';
import { emptyDraft, type KeyDraft, LIFETIMES, type Lifetime, newKeyOf, SCOPES } from './new-key.js';

const LIFETIME_LABELS: Record<Lifetime, string> = {
  never: 'Never',
  30: 'In 30 days',
  90: 'In 90 days',
  365: 'In a year',
  date: 'After a day of your choice',
};

/** A key can't hand out what it lacks, so that is not offered. */
export function NewKeyDialog({ onClose, onMade }: { onClose: () => void; onMade: (key: IssuedKey) => void }) {
  const session = useSession();
  const { client, may, mode } = session;
  const queries = useQueryClient();
  const form = useId();
  const [empty] = useState(() => emptyDraft(session));
  const [draft, setDraft] = useState(empty);
  const change = (changes: Partial<KeyDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const make = useMutation({
    mutationFn: () => client.keys.create(newKeyOf(draft)),
    onSuccess: (key) => {
      void queries.invalidateQueries({ queryKey: ['keys'] });
      onMade(key);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <Dialog
      title="New key"
      isChanged={draft !== empty}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={draft.scopes.length === 0}
            isBusy={make.isPending}
          >
            Make the key
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <Field label="Name" hint="What it is for: an application, a person.">
          <TextInput
            required
            maxLength={100}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <fieldset className={styles.group}>
          <legend>It may</legend>
          {SCOPES.filter(({ scope }) => may(scope)).map(({ scope, allows }) => (
            <Checkbox
              key={scope}
              label={
                <>
                  {scope} <span className={styles.muted}>{allows}</span>
                </>
              }
              checked={draft.scopes.includes(scope)}
              onChange={(event) =>
                change({
                  scopes: event.target.checked
                    ? [...draft.scopes, scope]
                    : draft.scopes.filter((other) => other !== scope),
                })
              }
            />
          ))}
        </fieldset>
        <TenantsField tenants={draft.tenants} onChange={(tenants) => change({ tenants })} />
        <div className={styles.pair}>
          <Field label="Expires">
            <Select value={draft.lifetime} onChange={(event) => change({ lifetime: event.target.value as Lifetime })}>
              {LIFETIMES.map((lifetime) => (
                <option key={lifetime} value={lifetime}>
                  {LIFETIME_LABELS[lifetime]}
                </option>
              ))}
            </Select>
          </Field>
          {draft.lifetime === 'date' && (
            <Field label="Last day">
              <TextInput
                type="date"
                required
                min={new Date().toISOString().slice(0, 10)}
                value={draft.date}
                onChange={(event) => change({ date: event.target.value })}
              />
            </Field>
          )}
          <Field label="Requests a minute">
            <TextInput
              type="number"
              min={1}
              placeholder="As the service allows"
              value={draft.rateLimit}
              onChange={(event) => change({ rateLimit: event.target.value })}
            />
          </Field>
        </div>
        {mode === 'live' && (
          <Segmented
            label="Documents"
            value={draft.mode}
            options={[
              { value: 'live', label: 'Live documents' },
              { value: 'test', label: 'Test documents' },
            ]}
            onChange={(chosen) => change({ mode: chosen })}
          />
        )}
        {make.error !== null && <Failure error={make.error} />}
      </form>
    </Dialog>
  );
}

interface TenantsFieldProps {
  tenants: readonly string[];
  onChange: (tenants: readonly string[]) => void;
}

function TenantsField({ tenants, onChange }: TenantsFieldProps) {
  const { tenants: ownTenants } = useSession();
  const known = useTenants();
  if (ownTenants === null) {
    return (
      <Field label="Only these tenants" hint="None: it sees the documents of all tenants.">
        <WordList words={tenants} known={known} placeholder="All tenants" onChange={onChange} />
      </Field>
    );
  }
  return (
    <fieldset className={styles.group}>
      <legend>Only these tenants (none chosen: all of yours)</legend>
      {ownTenants.map((tenant) => (
        <Checkbox
          key={tenant}
          label={<bdi>{tenant}</bdi>}
          checked={tenants.includes(tenant)}
          onChange={(event) =>
            onChange(event.target.checked ? [...tenants, tenant] : tenants.filter((other) => other !== tenant))
          }
        />
      ))}
    </fieldset>
  );
}
