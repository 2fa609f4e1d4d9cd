import type { Document, DocumentChanges, Metadata } from '@sextant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../app/session.js';
import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { Failure } from '../../design/states.js';
import { type DocumentDraft, DocumentFields, readMetadata } from '../../shared/document-fields.js';
import formStyles from '../../shared/document-fields.module.css';
import { withoutImportMark } from './document-metadata.js';

const FORM = 'edit-document';

/** Changes a document: what was not touched is not sent. */
export function EditDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { client } = useSession();
  const queries = useQueryClient();
  const [before] = useState(() => draftOf(document));
  const [draft, setDraft] = useState(before);
  const [metadataError, setMetadataError] = useState<string | null>(null);
  const saving = useMutation({
    mutationFn: (changes: DocumentChanges) => client.documents.update(document.id, changes),
    onSuccess: async (changed) => {
      queries.setQueryData(['documents', 'one', document.id], changed);
      await queries.invalidateQueries({ queryKey: ['documents', 'list'] });
      onClose();
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const metadata = readMetadata(draft.metadata);
    setMetadataError(typeof metadata === 'string' ? metadata : null);
    if (typeof metadata !== 'string') saving.mutate(changesOf(document, draft, metadata));
  };
  return (
    <Dialog
      title="Edit the document"
      isWide
      isChanged={draft !== before}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} variant="primary" isBusy={saving.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={FORM} className={formStyles.form} onSubmit={save}>
        <DocumentFields
          draft={draft}
          onChange={(changes) => setDraft((last) => ({ ...last, ...changes }))}
          metadataError={metadataError}
        />
      </form>
      {saving.error !== null && <Failure error={saving.error} />}
    </Dialog>
  );
}

function draftOf({ title, content, language, tenant_id, source_uri, metadata }: Document): DocumentDraft {
  const shown = withoutImportMark(metadata ?? {});
  return {
    title,
    content: content ?? '',
    contentType: 'plaintext',
    language,
    tenant: tenant_id,
    sourceUri: source_uri ?? '',
    metadata: Object.keys(shown).length === 0 ? '' : JSON.stringify(shown, null, 2),
  };
}

function changesOf(document: Document, draft: DocumentDraft, metadata: Metadata | null): DocumentChanges {
  const before = draftOf(document);
  const isTextChanged = draft.content !== before.content || draft.contentType !== 'plaintext';
  return {
    ...(draft.title !== before.title && { title: draft.title }),
    ...(isTextChanged && { content: draft.content || null, content_type: draft.contentType }),
    ...(draft.language !== before.language && { language: draft.language }),
    ...(draft.tenant !== before.tenant && { tenant_id: draft.tenant }),
    ...(draft.sourceUri !== before.sourceUri && { source_uri: draft.sourceUri || null }),
    ...(draft.metadata !== before.metadata && { metadata: metadataChanges(document.metadata, metadata) }),
  };
}

/** The service merges by key: what is no longer there must be named to go. */
function metadataChanges(before: Metadata | null, after: Metadata | null): DocumentChanges['metadata'] {
  const gone = Object.keys(withoutImportMark(before ?? {})).filter((key) => !(key in (after ?? {})));
  return { ...after, ...Object.fromEntries(gone.map((key) => [key, null])) };
}
