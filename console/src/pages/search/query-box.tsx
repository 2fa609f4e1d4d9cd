import type { SuggestedDocument } from '@sextant/client';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Icon } from '../../design/icon.js';
import { Kbd } from '../../design/layout.js';
import styles from './query-box.module.css';
import { useForeignChanges } from './use-foreign-changes.js';

/** Long enough to skip most letters of a fast writer, too short to be noticed. */
const PAUSE_MILLISECONDS = 120;
const LONGEST_QUERY = 1_000;
const SHOWN_TITLES = 3;

interface QueryBoxProps {
  box: RefObject<HTMLInputElement | null>;
  /** The query in the address. */
  query: string;
  onChange: (query: string) => void;
  /** From the box to the hits. */
  onDown: () => void;
}

export function QueryBox({ box, query, onChange, onDown }: QueryBoxProps) {
  const [text, setText] = useState(query);
  const noteSent = useForeignChanges(query, () => setText(query));
  const latest = useRef({ query, onChange });
  latest.current = { query, onChange };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is written starts the pause
  useEffect(() => {
    if (text === latest.current.query) return;
    const timer = setTimeout(() => {
      noteSent(text);
      latest.current.onChange(text);
    }, PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    onDown();
  };
  return (
    <search className={styles.box}>
      <Icon name="search" size={20} />
      <input
        ref={box}
        type="search"
        className={styles.input}
        aria-label="Search the documents"
        placeholder="Search by words or by meaning"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_QUERY}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Kbd>/</Kbd>
    </search>
  );
}

/** Titles that complete what is being written, one click away; until there are any, the keys of the page. Always one line. */
export function TitleLine({ titles }: { titles: readonly SuggestedDocument[] }) {
  if (titles.length === 0) {
    return (
      <p className={styles.line}>
        <span className={styles.keys}>
          <Kbd>↓</Kbd> <Kbd>j</Kbd> <Kbd>k</Kbd> through the hits, <Kbd>Enter</Kbd> opens, <Kbd>Esc</Kbd> back to the
          box
        </span>
      </p>
    );
  }
  return (
    <p className={styles.line}>
      <span>Titles:</span>
      {titles.slice(0, SHOWN_TITLES).map(({ id, title }) => (
        <Link key={id} to="/documents/$id" params={{ id }} dir="auto">
          {title}
        </Link>
      ))}
    </p>
  );
}
