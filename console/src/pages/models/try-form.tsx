import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../design/button.js';
import { Row } from '../../design/layout.js';
import { Failure, Loading } from '../../design/states.js';
import styles from './models.module.css';

interface TryFormProps<Asked> {
  /** What the button says: `Classify`. */
  action: string;
  /** What is asked; null while there is nothing to ask. */
  asked: Asked | null;
  asking: UseMutationResult<unknown, Error, Asked>;
  /** The fields of the form. */
  children: ReactNode;
  /** Of the last question, if there is one. */
  answer: ReactNode;
}

/** A question to a model beside its answer. Ctrl and Enter ask as well. */
export function TryForm<Asked>({ action, asked, asking, children, answer }: TryFormProps<Asked>) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (asked !== null) asking.mutate(asked);
  };
  return (
    <div className={styles.try}>
      <form
        className={styles.tryForm}
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
        }}
      >
        {children}
        <Row>
          <Button variant="primary" type="submit" isBusy={asking.isPending} disabled={asked === null}>
            {action}
          </Button>
        </Row>
      </form>
      <div aria-live="polite">
        {asking.isError && <Failure error={asking.error} />}
        {asking.isPending ? <Loading label="Asking the model" /> : answer}
      </div>
    </div>
  );
}
