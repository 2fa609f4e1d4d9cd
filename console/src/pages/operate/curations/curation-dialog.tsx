import type { ListedCuration } from '@sextant/client';
import { useState } from 'react';
import { useSession } from '../../../app/session.js';
import { Field, Segmented, TextInput } from '../../../design/field.js';
import styles from '../operate.module.css';
import { RuleDialog } from '../rules/rule-dialog.js';
import { RuleTenantField } from '../rules/rule-tenant.js';
import { ChosenDocuments } from './chosen-documents.js';
import { type CurationDraft, isComplete, newCurationOf } from './curation-draft.js';
import { DocumentFinder } from './document-finder.js';
import { useTitles } from './use-titles.js';

interface CurationDialogProps {
  /** The one that is changed; null for a new one. */
  edited: ListedCuration | null;
  draft: CurationDraft;
  onClose: () => void;
}

export function CurationDialog({ edited, draft: given, onClose }: CurationDialogProps) {
  const { client } = useSession();
  const [initial] = useState(given);
  const [draft, setDraft] = useState(initial);
  const change = (changes: Partial<CurationDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const { pin, hide } = draft;
  const chosen = [...pin, ...hide];
  const titles = useTitles(chosen);
  return (
    <RuleDialog
      title={edited === null ? 'Add a curation' : 'Edit the curation'}
      subject="curations"
      isNew={edited === null}
      isChanged={draft !== initial}
      isComplete={isComplete(draft)}
      save={() =>
        edited === null
          ? client.curations.add(newCurationOf(draft))
          : client.curations.update(edited.id, { tenant_id: null, ...newCurationOf(draft) })
      }
      onClose={onClose}
    >
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
    </RuleDialog>
  );
}
