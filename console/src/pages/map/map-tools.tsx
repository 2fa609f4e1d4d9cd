import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../design/button.js';
import { Select, TextInput } from '../../design/field.js';
import { labelOf } from '../../shared/field-names.js';
import { useShortcut } from '../../shared/use-shortcut.js';
import styles from './map.module.css';

interface MapToolsProps {
  query: string;
  onQuery: (query: string) => void;
  color: string | null;
  fields: readonly string[];
  onColor: (color: string | null) => void;
  isLasso: boolean;
  onLasso: (isLasso: boolean) => void;
  /** What the search says. */
  note: ReactNode;
}

/** What is above the map: search, colours, and the line to choose documents with. */
export function MapTools({ query, onQuery, color, fields, onColor, isLasso, onLasso, note }: MapToolsProps) {
  // The address follows what is typed, and not the other way round: it comes later.
  const [typed, setTyped] = useState(query);
  const box = useRef<HTMLDivElement>(null);
  useShortcut('/', () => box.current?.querySelector('input')?.focus());
  useShortcut('l', () => onLasso(!isLasso));
  // A field in the address that no document has any more is still the one in use.
  const options = color === null || fields.includes(color) ? fields : [...fields, color];
  return (
    <div className={styles.tools}>
      <div ref={box} className={styles.search}>
        <TextInput
          type="search"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            onQuery(event.target.value);
          }}
          placeholder="Light up what a search finds"
          aria-label="Light up what a search finds"
          aria-keyshortcuts="/"
        />
      </div>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the select is its control */}
      <label className={styles.color}>
        Colour by
        <Select value={color ?? ''} onChange={(event) => onColor(event.target.value || null)}>
          <option value="">nothing</option>
          {options.map((field) => (
            <option key={field} value={field}>
              {labelOf(field)}
            </option>
          ))}
        </Select>
      </label>
      <Button
        icon="lasso"
        isPressed={isLasso}
        onClick={() => onLasso(!isLasso)}
        title="Draw a line around documents (L)"
        aria-keyshortcuts="l"
      >
        Lasso
      </Button>
      <span className={styles.note} role="status">
        {note}
      </span>
    </div>
  );
}
