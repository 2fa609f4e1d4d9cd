import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../app/session.js';
import { Button } from '../../design/button.js';
import { Field, TextArea } from '../../design/field.js';
import { Row } from '../../design/layout.js';
import { Failure } from '../../design/states.js';
import { Answer } from './answer.js';
import styles from './models.module.css';

const LONGEST_TEXT = 5_000;
const MAX_LABELS = 5;

export function TryClassifier({ modelId, version }: { modelId: string; version: string }) {
  const { client } = useSession();
  const [text, setText] = useState('');
  const asking = useMutation({
    mutationFn: (value: string) =>
      client.classify({
        model_id: modelId,
        version,
        input: { type: 'text', value },
        max_labels: MAX_LABELS,
        explain: true,
      }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') asking.mutate(text);
  };
  const answer = asking.data?.data[0];
  return (
    <div className={styles.try}>
      <form className={styles.tryForm} onSubmit={submit}>
        <Field label="Text">
          <TextArea
            value={text}
            maxLength={LONGEST_TEXT}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
            }}
          />
        </Field>
        <Row>
          <Button variant="primary" type="submit" isBusy={asking.isPending} disabled={text.trim() === ''}>
            Classify
          </Button>
        </Row>
      </form>
      <div aria-live="polite">
        {asking.isError && <Failure error={asking.error} />}
        {answer !== undefined && (
          <Answer
            ranked={answer}
            reasons={answer.explanation?.words.map(({ word, weight }) => ({ name: word, value: weight })) ?? []}
          />
        )}
      </div>
    </div>
  );
}
