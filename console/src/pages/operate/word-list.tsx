import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react';
import { Icon } from '../../design/icon.js';
import styles from './word-list.module.css';

interface WordListProps {
  words: readonly string[];
  onChange: (words: readonly string[]) => void;
  placeholder?: string;
  /** Offered while writing. */
  known?: readonly string[];
  /** A dialog begins here. */
  hasFirstFocus?: boolean;
  // From the field around it.
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/** Words that are written one after the other: Enter or a comma ends one, Backspace takes the last one away. */
export function WordList({ words, onChange, placeholder, known = [], hasFirstFocus, ...fromField }: WordListProps) {
  const [draft, setDraft] = useState('');
  const list = useId();
  const add = (text: string) => {
    const added = text.split(/[,\n]/).map((word) => word.trim());
    onChange([...new Set([...words, ...added])].filter((word) => word !== ''));
    setDraft('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && draft === '') onChange(words.slice(0, -1));
    if ((event.key === 'Enter' || event.key === ',') && draft.trim() !== '') {
      event.preventDefault();
      add(draft);
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!/[,\n]/.test(text)) return;
    event.preventDefault();
    add(draft + text);
  };
  return (
    <div className={styles.box}>
      {words.map((word) => (
        <span key={word} className={styles.word}>
          <bdi>{word}</bdi>
          <button
            type="button"
            aria-label={`Remove ${word}`}
            onClick={() => onChange(words.filter((other) => other !== word))}
          >
            <Icon name="close" size={14} />
          </button>
        </span>
      ))}
      <input
        {...fromField}
        data-first-focus={hasFirstFocus || undefined}
        className={styles.input}
        dir="auto"
        autoComplete="off"
        list={known.length === 0 ? undefined : list}
        placeholder={words.length === 0 ? placeholder : undefined}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => draft.trim() !== '' && add(draft)}
      />
      {known.length > 0 && (
        <datalist id={list}>
          {known
            .filter((word) => !words.includes(word))
            .map((word) => (
              <option key={word}>{word}</option>
            ))}
        </datalist>
      )}
    </div>
  );
}
