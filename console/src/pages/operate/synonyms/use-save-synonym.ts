import type { ListedSynonym } from '@sextant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../app/session.js';
import { newSynonymOf, type SynonymDraft } from './synonym-draft.js';

/** Adds a synonym, or changes `edited`. The next search heeds it. */
export function useSaveSynonym(edited: ListedSynonym | null, onSaved: () => void) {
  const { client } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (draft: SynonymDraft) =>
      edited === null
        ? client.synonyms.add(newSynonymOf(draft))
        : client.synonyms.update(edited.id, { language: null, tenant_id: null, ...newSynonymOf(draft) }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['synonyms'] });
      onSaved();
    },
  });
}
