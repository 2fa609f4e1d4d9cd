import type { ModelKind } from '@sextant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { useSession } from '../../app/session.js';
import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { Field, Select, TextInput } from '../../design/field.js';
import { Stack } from '../../design/layout.js';
import { Failure } from '../../design/states.js';
import { ID_LETTERS, ID_PATTERN } from './names.js';
import styles from './training.module.css';

const KINDS: { kind: ModelKind; title: string; text: string }[] = [
  {
    kind: 'text_classifier',
    title: 'Text classifier',
    text: 'Gives texts and documents a label. Learns from the columns text and label.',
  },
  {
    kind: 'predictor',
    title: 'Predictor',
    text: 'Predicts a label or a number from a row of numbers, categories, dates and texts.',
  },
];

export function CreateModel({ onClose }: { onClose: () => void }) {
  const { client, tenants } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useId();
  const [kind, setKind] = useState<ModelKind>('text_classifier');
  const [name, setName] = useState('');
  const [id, setId] = useState('');
  const [tenant, setTenant] = useState(tenants?.[0] ?? '');
  const creation = useMutation({
    mutationFn: () =>
      client.models.create({
        kind,
        ...(id === '' ? {} : { id }),
        ...(name === '' ? {} : { name }),
        ...(tenant === '' ? {} : { tenant_id: tenant }),
      }),
    onSuccess: (model) => {
      void queries.invalidateQueries({ queryKey: ['models'] });
      void navigate({ to: '/models/$id', params: { id: model.id }, search: { train: true } });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creation.mutate();
  };
  return (
    <Dialog
      title="New model"
      isChanged={name !== '' || id !== ''}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} isBusy={creation.isPending}>
            Create
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Stack>
          <Field label="Name" hint="For people to read.">
            <TextInput value={name} maxLength={250} onChange={(event) => setName(event.target.value)} />
          </Field>
          <fieldset className={styles.kinds}>
            <legend>What it should do</legend>
            {KINDS.map((option) => (
              <label key={option.kind} className={styles.kind}>
                <input type="radio" name="kind" checked={kind === option.kind} onChange={() => setKind(option.kind)} />
                <span>
                  <strong>{option.title}</strong>
                  {option.text}
                </span>
              </label>
            ))}
          </fieldset>
          <Field label="Id" hint={`For requests. ${ID_LETTERS} Left out, one is made up.`}>
            <TextInput
              value={id}
              maxLength={128}
              pattern={ID_PATTERN}
              title={ID_LETTERS}
              dir="ltr"
              onChange={(event) => setId(event.target.value)}
            />
          </Field>
          {tenants === null ? (
            <Field label="Tenant" hint="Left out, only keys that are not bound to tenants can use the model.">
              <TextInput value={tenant} maxLength={250} onChange={(event) => setTenant(event.target.value)} />
            </Field>
          ) : (
            <Field label="Tenant">
              <Select value={tenant} onChange={(event) => setTenant(event.target.value)}>
                {tenants.map((own) => (
                  <option key={own}>{own}</option>
                ))}
              </Select>
            </Field>
          )}
          {creation.isError && <Failure error={creation.error} />}
        </Stack>
      </form>
    </Dialog>
  );
}
