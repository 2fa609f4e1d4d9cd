import type { ContentType, Language, Metadata } from '@sextant/client';
import { Field, FieldError, Segmented, Select, TextArea, TextInput } from '../design/field.js';
import { JsonEditor } from '../design/json-editor.js';
import styles from './document-fields.module.css';
import { LANGUAGES } from './languages.js';

/** A document as a form has it. */
export interface DocumentDraft {
  title: string;
  content: string;
  contentType: ContentType;
  language: Language;
  tenant: string;
  sourceUri: string;
  /** JSON, as it was typed. */
  metadata: string;
}

interface DocumentFieldsProps {
  draft: DocumentDraft;
  onChange: (changes: Partial<DocumentDraft>) => void;
  /** What is wrong with the metadata; null if nothing is. */
  metadataError: string | null;
}

const CONTENT_TYPES = [
  { value: 'plaintext', label: 'Plain text' },
  { value: 'markdown', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
] as const;

export function DocumentFields({ draft, onChange, metadataError }: DocumentFieldsProps) {
  return (
    <>
      <Field label="Title">
        <TextInput
          required
          maxLength={250}
          value={draft.title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </Field>
      <Field label="Text" hint="At most 100 KB.">
        <TextArea rows={7} value={draft.content} onChange={({ target }) => onChange({ content: target.value })} />
      </Field>
      <Field label="Language">
        <Select value={draft.language} onChange={({ target }) => onChange({ language: target.value as Language })}>
          {LANGUAGES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <details className={styles.more} {...(metadataError !== null && { open: true })}>
        <summary>More</summary>
        <div className={styles.form}>
          <Segmented
            label="Format of the text"
            value={draft.contentType}
            options={CONTENT_TYPES}
            onChange={(contentType) => onChange({ contentType })}
          />
          <Field label="Tenant" hint="Whom the document belongs to.">
            <TextInput
              required
              maxLength={250}
              value={draft.tenant}
              onChange={({ target }) => onChange({ tenant: target.value })}
            />
          </Field>
          <Field label="Source" hint="Where the document lives: an address, or any text.">
            <TextInput
              maxLength={1000}
              value={draft.sourceUri}
              onChange={({ target }) => onChange({ sourceUri: target.value })}
            />
          </Field>
          <div>
            <h3>Metadata</h3>
            <JsonEditor label="Metadata" value={draft.metadata} onChange={(metadata) => onChange({ metadata })} />
            {metadataError !== null && <FieldError>{metadataError}</FieldError>}
          </div>
        </div>
      </details>
    </>
  );
}

/** The metadata of a draft; a text that says what is wrong with it otherwise. */
export function readMetadata(text: string): Metadata | null | string {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return null;
    return typeof value === 'object' && !Array.isArray(value)
      ? (value as Metadata)
      : 'Metadata must be a JSON object, such as {"topic": "sea"}.';
  } catch {
    return 'Metadata must be JSON, such as {"topic": "sea"}.';
  }
}
