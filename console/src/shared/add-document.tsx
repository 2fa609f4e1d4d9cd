import type { Document, NewDocument } from '@sextant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '../app/session.js';
import { Button } from '../design/button.js';
import { Row } from '../design/layout.js';
import { useNotify } from '../design/notices.js';
import { Failure } from '../design/states.js';
import { type DocumentDraft, DocumentFields, readMetadata } from './document-fields.js';
import styles from './document-fields.module.css';
import { readersLanguage } from './languages.js';

const NOTHING = { title: '', content: '', contentType: 'plaintext', sourceUri: '', metadata: '' } as const;

/** A form that adds one document. */
export function AddDocument({ onAdded }: { onAdded?: (document: Document) => void }) {
  const { client, tenants } = useSession();
  const queries = useQueryClient();
  const notify = useNotify();
  const empty: DocumentDraft = { ...NOTHING, language: readersLanguage(), tenant: tenants?.[0] ?? 'default' };
  const [draft, setDraft] = useState(empty);
  const [metadataError, setMetadataError] = useState<string | null>(null);
  const adding = useMutation({
    mutationFn: (document: NewDocument) => client.documents.add(document),
    onSuccess: async (added) => {
      notify({ text: `“${added.title}” was added.` });
      setDraft(empty);
      onAdded?.(added);
      await queries.invalidateQueries();
    },
  });
  const add = (event: FormEvent) => {
    event.preventDefault();
    const metadata = readMetadata(draft.metadata);
    setMetadataError(typeof metadata === 'string' ? metadata : null);
    if (typeof metadata === 'string') return;
    adding.mutate({
      title: draft.title,
      tenant_id: draft.tenant,
      content: draft.content || null,
      content_type: draft.contentType,
      language: draft.language,
      source_uri: draft.sourceUri || null,
      metadata,
    });
  };
  return (
    <form className={styles.form} onSubmit={add}>
      <DocumentFields
        draft={draft}
        onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        metadataError={metadataError}
      />
      {adding.error !== null && <Failure error={adding.error} />}
      <Row>
        <Button type="submit" variant="primary" isBusy={adding.isPending}>
          Add
        </Button>
      </Row>
    </form>
  );
}
