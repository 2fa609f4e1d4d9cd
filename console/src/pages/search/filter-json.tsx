import type { Filter } from '@sextant/client';
import { useState } from 'react';
import { IconButton } from '../../design/button.js';
import { JsonEditor } from '../../design/json-editor.js';
import { Panel } from '../../design/layout.js';
import { JSON_STYLE, writeLiteral } from '../../shared/literals.js';
import styles from './filter-json.module.css';
import { useForeignChanges } from './use-foreign-changes.js';

interface FilterJsonProps {
  filter: Filter;
  onChange: (filter: Filter) => void;
  onClose: () => void;
}

/** The filter as the API takes it. What is written here holds as soon as it is an object; what is clicked appears here. */
export function FilterJson({ filter, onChange, onClose }: FilterJsonProps) {
  const [text, setText] = useState(() => format(filter));
  const written = parse(text);
  const noteSent = useForeignChanges(JSON.stringify(filter), () => setText(format(filter)));
  const onText = (next: string) => {
    setText(next);
    const read = parse(next);
    if (read === null || JSON.stringify(read) === JSON.stringify(filter)) return;
    noteSent(JSON.stringify(read));
    onChange(read);
  };
  return (
    <Panel
      title="Filter as JSON"
      actions={<IconButton isSmall icon="close" label="Close the editor" onClick={onClose} />}
    >
      <JsonEditor label="Filter as JSON" value={text} onChange={onText} />
      <p className={written === null ? styles.bad : styles.hint} role={written === null ? 'alert' : undefined}>
        {written === null
          ? 'This is not a JSON object yet. The filter before it holds until it is one.'
          : 'must, must_not and should are lists of clauses: term, terms, range, exists, prefix, wildcard, match, ids, bool.'}
      </p>
    </Panel>
  );
}

function format(filter: Filter): string {
  return writeLiteral(filter, JSON_STYLE);
}

function parse(text: string): Filter | null {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
