import type { Document } from '@sextant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../app/session.js';
import { useNotify } from '../../design/notices.js';
import { messageOf } from '../../design/states.js';

const UNDO_MILLISECONDS = 12_000;

/** Deletes a document at once, and offers to take it back: it is then added again exactly as it was. */
export function useDeletion(document: Document, onDeleted: () => void): () => void {
  const { client } = useSession();
  const queries = useQueryClient();
  const notify = useNotify();
  const refresh = () => queries.invalidateQueries({ queryKey: ['documents', 'list'] });
  const complain = (error: unknown) => notify({ text: messageOf(error), isBad: true });
  const restore = useMutation({
    mutationFn: () => client.documents.add(asItWas(document)),
    onSuccess: () => {
      notify({ text: `“${document.title}” is back.` });
      return refresh();
    },
    onError: complain,
  });
  const removal = useMutation({
    mutationFn: () => client.documents.delete(document.id),
    onSuccess: async () => {
      notify({
        text: `“${document.title}” was deleted.`,
        action: { label: 'Undo', run: () => restore.mutate() },
        milliseconds: UNDO_MILLISECONDS,
      });
      onDeleted();
      queries.removeQueries({ queryKey: ['documents', 'one', document.id] });
      await refresh();
    },
    onError: complain,
  });
  return () => removal.mutate();
}

/** Contents are kept as plain text, so nothing is lost by sending them as such. */
function asItWas({ id, title, tenant_id, content, language, metadata, source_uri, created_at, updated_at }: Document) {
  return { id, title, tenant_id, content, language, metadata, source_uri, created_at, updated_at };
}
