import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session.js';
import { Field, TextArea } from '../../design/field.js';
import { Answer } from './answer.js';
import { TryForm } from './try-form.js';

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
  const answer = asking.data?.data[0];
  return (
    <TryForm
      action="Classify"
      asked={text.trim() === '' ? null : text}
      asking={asking}
      answer={
        answer !== undefined && (
          <Answer
            ranked={answer}
            reasons={answer.explanation?.words.map(({ word, weight }) => ({ name: word, value: weight })) ?? []}
          />
        )
      }
    >
      <Field label="Text">
        <TextArea value={text} maxLength={LONGEST_TEXT} onChange={(event) => setText(event.target.value)} />
      </Field>
    </TryForm>
  );
}
