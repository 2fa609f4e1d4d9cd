import type { ListedCuration } from '@sextant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../app/session.js';
import { type CurationDraft, newCurationOf } from './curation-draft.js';

/** Adds a curation, or changes `edited`. The next search heeds it. */
export function useSaveCuration(edited: ListedCuration | null, onSaved: () => void) {
  const { client } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (draft: CurationDraft) =>
      edited === null
        ? client.curations.add(newCurationOf(draft))
        : client.curations.update(edited.id, { tenant_id: null, ...newCurationOf(draft) }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['curations'] });
      onSaved();
    },
  });
}
