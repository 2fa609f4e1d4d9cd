import { useEffect, useRef, useState } from 'react';
import { Select } from '../../design/field.js';
import { LANGUAGES } from '../../shared/languages.js';
import { TenantSelect } from '../../shared/tenant-select.js';
import { useDebounced } from '../../shared/use-debounced.js';
import { useShortcut } from '../../shared/use-shortcut.js';
import styles from './documents.module.css';
import { type ListChoice, type ListOrder, readChoice } from './list-choice.js';

const SETTLED_MILLISECONDS = 250;

interface ListControlsProps {
  choice: ListChoice;
  onChange: (choice: ListChoice) => void;
}

/** Narrows the list down, and orders it. */
export function ListControls({ choice, onChange }: ListControlsProps) {
  const [words, setWords] = useState(choice.words);
  const settled = useDebounced(words, SETTLED_MILLISECONDS);
  const box = useRef<HTMLInputElement>(null);
  const latest = useRef({ choice, onChange });
  latest.current = { choice, onChange };
  useEffect(() => {
    const { choice: current, onChange: report } = latest.current;
    if (settled !== current.words) report({ ...current, words: settled });
  }, [settled]);
  useShortcut('/', () => box.current?.focus());
  return (
    <div className={styles.controls}>
      <input
        ref={box}
        type="search"
        dir="auto"
        className={styles.find}
        aria-label="Find by title"
        placeholder="Words of a title ( / )"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <Select
        aria-label="Order"
        value={choice.order}
        onChange={({ target }) => onChange({ ...choice, order: target.value as ListOrder })}
      >
        <option value="newest">Newest</option>
        <option value="changed">Changed</option>
        <option value="title">By title</option>
      </Select>
      <Select
        aria-label="Language"
        value={choice.language ?? ''}
        onChange={({ target }) => onChange(readChoice({ ...choice, title: choice.words, language: target.value }))}
      >
        <option value="">Languages</option>
        {LANGUAGES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <TenantSelect
        tenants={choice.tenant === '' ? [] : [choice.tenant]}
        onChange={([tenant = '']) => onChange({ ...choice, tenant })}
      />
    </div>
  );
}
