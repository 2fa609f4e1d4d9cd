import type { Document, NewDocument } from '@sextant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useSession } from '../app/session.js';
import { Button } from '../design/button.js';
import { Row } from '../design/layout.js';
import { useNotify } from '../design/notices.js';
import { Failure } from '../design/states.js';
import { type DocumentDraft, DocumentFields, readMetadata } from './document-fields.js';
import styles from './document-fields.module.css';
import { readersLanguage } from './languages.js';

const NOTHING = { title: '', content: '', contentType: 'plaintext', sourceUri: '', metadata: '' } as const;

/** A document that is being entered, and what adds it. */
export function useNewDocument(onAdded?: (document: Document) => void) {
  const { client, tenants } = useSession();
  const queries = useQueryClient();
  const notify = useNotify();
  const [empty] = useState(
    (): DocumentDraft => ({ ...NOTHING, language: readersLanguage(), tenant: tenants?.[0] ?? 'default' }),
  );
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
  return {
    draft,
    change: (changes: Partial<DocumentDraft>) => setDraft((before) => ({ ...before, ...changes })),
    isChanged: draft !== empty,
    metadataError,
    add,
    isAdding: adding.isPending,
    error: adding.error,
  };
}

interface NewDocumentFormProps {
  id?: string;
  entered: ReturnType<typeof useNewDocument>;
  /** The button that adds it, where it is not elsewhere. */
  children?: ReactNode;
}

export function NewDocumentForm({ id, entered, children }: NewDocumentFormProps) {
  const { draft, change, metadataError, add, error } = entered;
  return (
    <form id={id} className={styles.form} onSubmit={add}>
      <DocumentFields draft={draft} onChange={change} metadataError={metadataError} />
      {error !== null && <Failure error={error} />}
      {children}
    </form>
  );
}

/** A form on a page that adds one document after another. */
export function AddDocument() {
  const entered = useNewDocument();
  return (
    <NewDocumentForm entered={entered}>
      <Row>
        <Button type="submit" variant="primary" isBusy={entered.isAdding}>
          Add
        </Button>
      </Row>
    </NewDocumentForm>
  );
}
