import { useEffect, useState } from 'react';
import { Field as LabelledField, Select, TextInput } from '../../design/field.js';
import type { Field, Schema } from './description.js';
import styles from './explorer.module.css';
import { withField } from './request.js';

interface BodyFieldsProps {
  fields: readonly Field[];
  /** Null while the editor holds no JSON object. */
  body: Record<string, unknown> | null;
  onChange: (body: string) => void;
}

/** The same body as in the editor, field by field: each with what it means, and what it is if it is left out. */
export function BodyFields({ fields, body, onChange }: BodyFieldsProps) {
  if (body === null) return <p className={styles.description}>The editor holds no JSON object now.</p>;
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <BodyField
          key={field.name}
          field={field}
          value={body[field.name]}
          onChange={(value) => onChange(withField(body, field.name, value))}
        />
      ))}
    </div>
  );
}

interface BodyFieldProps {
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
}

function BodyField({ field: { name, isRequired, schema }, value, onChange }: BodyFieldProps) {
  const [typed, setTyped] = useState(textOf(value, schema));
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setTyped(textOf(value, schema));
    setWrong(false);
  }, [value, schema]);
  const enter = (text: string) => {
    setTyped(text);
    const read = readText(text, schema);
    setWrong(read === null);
    if (read !== null) onChange(read.value);
  };
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.choices;
  return (
    <LabelledField
      label={isRequired ? `${name} (required)` : name}
      hint={schema.description}
      error={isWrong ? 'This is not JSON of this kind yet.' : undefined}
    >
      {choices.length > 0 ? (
        <Select value={typed} onChange={(event) => enter(event.target.value)}>
          <option value="">{absentText(schema)}</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </Select>
      ) : (
        <TextInput placeholder={absentText(schema)} value={typed} onChange={(event) => enter(event.target.value)} />
      )}
    </LabelledField>
  );
}

function absentText({ fallback }: Schema): string {
  return fallback === undefined ? 'Left out' : `Left out: ${JSON.stringify(fallback)}`;
}

function isText({ type, choices }: Schema): boolean {
  return type === 'string' || choices.length > 0;
}

function textOf(value: unknown, schema: Schema): string {
  if (value === undefined) return '';
  return isText(schema) && typeof value === 'string' ? value : JSON.stringify(value);
}

/** The value of a text; null if it is none. An empty text leaves the field out. */
function readText(text: string, schema: Schema): { value: unknown } | null {
  if (text === '') return { value: undefined };
  if (isText(schema)) return { value: text };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
