import type { InputField, PredictRequest } from '@sextant/client';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useSession } from '../../app/session.js';
import { Field, Select, TextArea, TextInput } from '../../design/field.js';
import { Answer } from './answer.js';
import styles from './models.module.css';
import { TryForm } from './try-form.js';

const MAX_LABELS = 5;
/** More values are suggested while one is typed. */
const MOST_OPTIONS = 25;

interface TryPredictorProps {
  modelId: string;
  version: string;
  fields: readonly InputField[];
}

/** A form of the fields that the version knows. All may be left empty: a prediction works without any of them. */
export function TryPredictor({ modelId, version, fields }: TryPredictorProps) {
  const { client } = useSession();
  const [values, setValues] = useState<Record<string, string>>({});
  const used = fields.filter(({ type }) => type !== 'identifier');
  const asking = useMutation({
    mutationFn: (input: PredictRequest['input']) =>
      client.predict({ model_id: modelId, version, input, max_labels: MAX_LABELS, explain: true }),
  });
  const answer = asking.data?.data[0];
  return (
    <TryForm
      action="Predict"
      asked={inputOf(used, values)}
      asking={asking}
      answer={
        answer !== undefined && (
          <Answer
            ranked={answer.prediction}
            interval={answer.prediction.interval}
            reasons={answer.explanation?.fields.map(({ field, weight }) => ({ name: field, value: weight })) ?? []}
          />
        )
      }
    >
      <div className={styles.inputs}>
        {used.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
      </div>
    </TryForm>
  );
}

/** Numbers as numbers; what is left empty is left out. Own properties alone: a field may be called constructor. */
function inputOf(fields: readonly InputField[], values: Readonly<Record<string, string>>) {
  const entries = fields.flatMap(({ name, type }): [string, string | number][] => {
    const value = Object.hasOwn(values, name) ? values[name]!.trim() : '';
    if (value === '') return [];
    const isNumber = type === 'number' && Number.isFinite(Number(value));
    return [[name, isNumber ? Number(value) : value]];
  });
  return Object.fromEntries(entries);
}

interface FieldInputProps {
  field: InputField;
  value: string;
  onChange: (value: string) => void;
}

function FieldInput({ field: { name, type, values = [] }, value, onChange }: FieldInputProps) {
  const list = useId();
  if (type === 'text') {
    return (
      <Field label={name}>
        <TextArea value={value} onChange={(event) => onChange(event.target.value)} />
      </Field>
    );
  }
  const options = type === 'boolean' ? ['true', 'false'] : values;
  if (options.length > 0 && options.length <= MOST_OPTIONS) {
    return (
      <Field label={name}>
        <Select value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">Not known</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      </Field>
    );
  }
  return (
    <>
      <Field label={name}>
        <TextInput
          value={value}
          inputMode={type === 'number' ? 'decimal' : undefined}
          placeholder={type === 'date' ? '2024-11-04' : undefined}
          list={options.length > 0 ? list : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {options.length > 0 && (
        <datalist id={list}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </>
  );
}
