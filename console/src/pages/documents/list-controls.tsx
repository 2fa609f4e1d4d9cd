import { useEffect, useRef, useState } from 'react';
import { Select, TextInput } from '../../design/field.js';
import { LANGUAGES } from '../../shared/languages.js';
import { useDebounced } from '../../shared/use-debounced.js';
import { useShortcut } from '../../shared/use-shortcut.js';
import styles from './documents.module.css';
import { type ListChoice, type ListOrder, readChoice } from './list-choice.js';

const SETTLED_MILLISECONDS = 250;

interface ListControlsProps {
  choice: ListChoice;
  onChange: (choice: ListChoice) => void;
  /** Those that the key is bound to; null if it may see all of them. */
  tenants: readonly string[] | null;
}

/** Narrows the list down, and orders it. */
export function ListControls({ choice, onChange, tenants }: ListControlsProps) {
  const [words, setWords] = useState(choice.words);
  const [tenant, setTenant] = useState(choice.tenant);
  const settled = useDebounced(JSON.stringify([words, tenant]), SETTLED_MILLISECONDS);
  const box = useRef<HTMLInputElement>(null);
  const latest = useRef({ choice, onChange });
  latest.current = { choice, onChange };
  useEffect(() => {
    const [settledWords, settledTenant] = JSON.parse(settled) as [string, string];
    const { choice: current, onChange: report } = latest.current;
    if (settledWords === current.words && settledTenant === current.tenant) return;
    report({ ...current, words: settledWords, tenant: settledTenant });
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
        <option value="newest">Newest first</option>
        <option value="changed">Last changed first</option>
        <option value="title">By title</option>
      </Select>
      <Select
        aria-label="Language"
        value={choice.language ?? ''}
        onChange={({ target }) => onChange(readChoice({ ...choice, title: choice.words, language: target.value }))}
      >
        <option value="">All languages</option>
        {LANGUAGES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {tenants === null ? (
        <TextInput
          aria-label="Tenant"
          placeholder="All tenants"
          value={tenant}
          onChange={({ target }) => setTenant(target.value)}
        />
      ) : (
        <Select aria-label="Tenant" value={tenant} onChange={({ target }) => setTenant(target.value)}>
          <option value="">All tenants</option>
          {tenants.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
    </div>
  );
}
