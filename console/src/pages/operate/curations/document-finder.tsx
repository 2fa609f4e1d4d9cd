import { type KeyboardEvent, useId, useState } from 'react';
import { TextInput } from '../../../design/field.js';
import styles from './curations.module.css';
import { type FoundDocument, useFoundDocuments } from './use-found-documents.js';

interface DocumentFinderProps {
  label: string;
  /** Those that are chosen already. */
  chosen: readonly string[];
  onChoose: (document: FoundDocument) => void;
}

/** Finds documents by their titles; the arrows and Enter choose one. */
export function DocumentFinder({ label, chosen, onChoose }: DocumentFinderProps) {
  const list = useId();
  const [written, setWritten] = useState('');
  const [selected, setSelected] = useState(0);
  const found = useFoundDocuments(written).filter(({ id }) => !chosen.includes(id));
  const current = Math.min(selected, found.length - 1);
  const choose = (document: FoundDocument | undefined) => {
    if (document === undefined) return;
    onChoose(document);
    setWritten('');
    setSelected(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (written === '') return;
    if (event.key === 'Enter') choose(found[current]);
    else if (event.key === 'ArrowDown') setSelected(Math.min(current + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setSelected(Math.max(current - 1, 0));
    else if (event.key === 'Escape') setWritten('');
    else return;
    event.preventDefault();
  };
  return (
    <div>
      <TextInput
        role="combobox"
        aria-label={label}
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? `${list}-${current}` : undefined}
        autoComplete="off"
        placeholder="Find a document by its title or id"
        value={written}
        onChange={(event) => setWritten(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label="Documents" className={styles.found} hidden={found.length === 0}>
        {found.map((document, index) => (
          <button
            key={document.id}
            id={`${list}-${index}`}
            type="button"
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            onClick={() => choose(document)}
            onPointerMove={() => setSelected(index)}
          >
            <bdi>{document.title}</bdi>
            <code>{document.id}</code>
          </button>
        ))}
      </div>
    </div>
  );
}
