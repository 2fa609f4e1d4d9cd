import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../../../design/notices.js';
import { messageOf } from '../../../design/states.js';

export interface Removal<Rule> {
  /** The beginning of the query keys of the list: `synonyms`. */
  subject: string;
  remove: (rule: Rule) => Promise<unknown>;
  /** Makes it again as it was. */
  restore: (rule: Rule) => Promise<unknown>;
  /** What has been deleted, in a few words. */
  nameOf: (rule: Rule) => string;
}

const UNDO_MILLISECONDS = 10_000;

/** Deletes at once, and offers for a while to take that back. */
export function useRemoval<Rule>({ subject, remove, restore, nameOf }: Removal<Rule>): (rule: Rule) => void {
  const queries = useQueryClient();
  const notify = useNotify();
  const onSettled = () => queries.invalidateQueries({ queryKey: [subject] });
  const onError = (error: unknown) => notify({ text: messageOf(error), isBad: true });
  const restoring = useMutation({ mutationFn: restore, onSettled, onError });
  const removing = useMutation({
    mutationFn: remove,
    onSettled,
    onError,
    onSuccess: (_, rule) =>
      notify({
        text: `Deleted: ${nameOf(rule)}`,
        action: { label: 'Undo', run: () => restoring.mutate(rule) },
        milliseconds: UNDO_MILLISECONDS,
      }),
  });
  return removing.mutate;
}
