import type { ContentType, DocumentPassages } from '@sextant/client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Segmented } from '../../design/field.js';
import { RichText } from '../../design/rich-text.js';
import styles from './documents.module.css';

type Passage = DocumentPassages['data'][number];
type Look = 'passages' | ContentType;

const LOOKS = [
  { value: 'passages', label: 'Passages' },
  { value: 'plaintext', label: 'Text' },
  { value: 'markdown', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
] as const;

interface DocumentTextProps {
  content: string;
  passages: readonly Passage[];
  /** Words that a passage has: it is shown first. Empty for the beginning. */
  at: string;
}

/** The text of a document: with its passages, or as the markup that it may be written in. */
export function DocumentText({ content, passages, at }: DocumentTextProps) {
  const [look, setLook] = useState<Look>('passages');
  return (
    <>
      <Segmented label="How to show the text" value={look} options={LOOKS} onChange={setLook} />
      {look === 'passages' ? (
        <PassagesOfText content={content} passages={passages} at={at} />
      ) : (
        <RichText content={content} type={look} />
      )}
    </>
  );
}

function PassagesOfText({ content, passages, at }: DocumentTextProps) {
  const parts = useMemo(() => partsOf(content, passages), [content, passages]);
  const wanted = at === '' ? -1 : parts.findIndex(({ text }) => isAbout(text, at));
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage of the same text is another place
  useEffect(() => place.current?.scrollIntoView({ block: 'center' }), [wanted]);
  return (
    <div className={styles.text}>
      {parts.map(({ start, text, number }, index) =>
        number === null ? (
          <div key={start} className={styles.between} dir="auto">
            {text}
          </div>
        ) : (
          <div
            key={start}
            ref={index === wanted ? place : undefined}
            className={index === wanted ? `${styles.passage} ${styles.wanted}` : styles.passage}
            dir="auto"
          >
            <span className={styles.passageNumber} title={`Passage ${number} of ${passages.length}`}>
              {number}
            </span>
            {text}
          </div>
        ),
      )}
    </div>
  );
}

interface TextPart {
  start: number;
  text: string;
  /** Counts the passages; null for what is between them. */
  number: number | null;
}

/** The whole content in order, cut where passages begin and end. */
export function partsOf(content: string, passages: readonly Passage[]): TextPart[] {
  const parts: TextPart[] = [];
  let reached = 0;
  for (const [index, { start, end }] of passages.entries()) {
    if (start > reached) addBetween(parts, content, reached, start);
    const from = Math.max(start, reached);
    if (end > from) parts.push({ start: from, text: content.slice(from, end), number: index + 1 });
    reached = Math.max(reached, end);
  }
  if (reached < content.length) addBetween(parts, content, reached, content.length);
  return parts;
}

/** White space alone is not worth a line. */
function addBetween(parts: TextPart[], content: string, start: number, end: number): void {
  const text = content.slice(start, end);
  if (text.trim() !== '') parts.push({ start, text, number: null });
}

/** White space may have been changed on the way. */
function isAbout(text: string, words: string): boolean {
  const plain = (some: string) => some.replace(/\s+/g, ' ').trim();
  return plain(text).includes(plain(words));
}
