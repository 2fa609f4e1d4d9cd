import type { Language } from '@sextant/client';
import { useState } from 'react';
import { useSession } from '../../app/session.js';
import { Button } from '../../design/button.js';
import { Field, Select, TextArea } from '../../design/field.js';
import { Row, Stack } from '../../design/layout.js';
import { LANGUAGES } from '../../shared/languages.js';
import styles from './analyse.module.css';

interface Pasted {
  text: string;
  language: Language;
}

/** A text and its language. It is analysed when its author says so, not with every letter. */
export function PastedText({ value, onChange }: { value: Pasted; onChange: (value: Pasted) => void }) {
  const { may } = useSession();
  const [draft, setDraft] = useState(value);
  return (
    <Stack>
      <div className={styles.text}>
        <Field
          label="Text"
          hint={
            may('write')
              ? 'Kept as a document while it is analysed, and removed again.'
              : 'This key may not write, so only the sentiment of a text can be told.'
          }
        >
          <TextArea value={draft.text} onChange={(event) => setDraft({ ...draft, text: event.target.value })} />
        </Field>
      </div>
      <Field label="Language">
        <Select
          value={draft.language}
          onChange={(event) => setDraft({ ...draft, language: event.target.value as Language })}
        >
          {LANGUAGES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Row>
        <Button variant="primary" disabled={draft.text.trim() === ''} onClick={() => onChange(draft)}>
          Analyse
        </Button>
      </Row>
    </Stack>
  );
}
