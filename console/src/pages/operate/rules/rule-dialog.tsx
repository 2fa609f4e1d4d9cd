import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { useNotify } from '../../../design/notices.js';
import { Failure } from '../../../design/states.js';
import styles from '../operate.module.css';

interface RuleDialogProps {
  title: string;
  /** The beginning of the query keys of the list: `synonyms`. */
  subject: string;
  isNew: boolean;
  isChanged: boolean;
  isComplete: boolean;
  /** Says what is missing when someone saves too early. Without it, saving is not offered before. */
  onIncomplete?: () => void;
  save: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** The form of a synonym or curation. It closes when the rule is saved. */
export function RuleDialog({
  title,
  subject,
  isNew,
  isChanged,
  isComplete,
  onIncomplete,
  save,
  onClose,
  children,
}: RuleDialogProps) {
  const form = useId();
  const notify = useNotify();
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [subject] });
      notify({ text: 'Saved. The next search heeds it.' });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) saving.mutate();
    else onIncomplete?.();
  };
  return (
    <Dialog
      title={title}
      isChanged={isChanged}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={!isComplete && onIncomplete === undefined}
            isBusy={saving.isPending}
          >
            {isNew ? 'Add' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        {children}
        {saving.error !== null && <Failure error={saving.error} />}
      </form>
    </Dialog>
  );
}
