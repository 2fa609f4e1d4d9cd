import type { ListedCuration } from '@sextant/client';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Field, Segmented, TextInput } from '../../../design/field.js';
import { useNotify } from '../../../design/notices.js';
import { Failure } from '../../../design/states.js';
import styles from '../operate.module.css';
import { RuleTenantField } from '../rule-tenant.js';
import { ChosenDocuments } from './chosen-documents.js';
import { type CurationDraft, isComplete } from './curation-draft.js';
import { DocumentFinder } from './document-finder.js';
import { useSaveCuration } from './use-save-curation.js';
import { useTitles } from './use-titles.js';

interface CurationDialogProps {
  /** The one that is changed; null for a new one. */
  edited: ListedCuration | null;
  draft: CurationDraft;
  onClose: () => void;
}

export function CurationDialog({ edited, draft: initial, onClose }: CurationDialogProps) {
  const form = useId();
  const notify = useNotify();
  const [draft, setDraft] = useState(initial);
  const change = (changes: Partial<CurationDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const { pin, hide } = draft;
  const chosen = [...pin, ...hide];
  const titles = useTitles(chosen);
  const save = useSaveCuration(edited, () => {
    notify({ text: 'Saved. The next search heeds it.' });
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(draft);
  };
  return (
    <Dialog
      title={edited === null ? 'Add a curation' : 'Edit the curation'}
      isKept
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={!isComplete(draft)} isBusy={save.isPending}>
            {edited === null ? 'Add' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <Field label="Who searches for">
          <TextInput required value={draft.query} onChange={(event) => change({ query: event.target.value })} />
        </Field>
        <Segmented
          label="Which queries"
          value={draft.match}
          options={[
            { value: 'exact', label: 'Exactly this' },
            { value: 'contains', label: 'Also with other words' },
          ]}
          onChange={(match) => change({ match })}
        />
        <fieldset className={styles.group}>
          <legend>Finds first, in this order</legend>
          <ChosenDocuments
            label="Put first"
            ids={pin}
            titles={titles}
            isOrdered
            onChange={(ids) => change({ pin: ids })}
          />
          <DocumentFinder
            label="Put a document first"
            chosen={chosen}
            onChoose={({ id }) => change({ pin: [...pin, id] })}
          />
        </fieldset>
        <fieldset className={styles.group}>
          <legend>Does not find</legend>
          <ChosenDocuments label="Hidden" ids={hide} titles={titles} onChange={(ids) => change({ hide: ids })} />
          <DocumentFinder
            label="Hide a document"
            chosen={chosen}
            onChoose={({ id }) => change({ hide: [...hide, id] })}
          />
        </fieldset>
        <RuleTenantField tenant={draft.tenant} onChange={(tenant) => change({ tenant })} />
        {save.error !== null && <Failure error={save.error} />}
      </form>
    </Dialog>
  );
}
