import type { ContentType } from '@sextant/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../app/session.js';
import { Segmented } from '../../design/field.js';
import { RichText } from '../../design/rich-text.js';
import styles from './document-text.module.css';
import type { Place } from './place.js';
import { type Passage, partsOf, partWith, type TextPart } from './text-parts.js';

type Look = 'passages' | ContentType;

const LOOKS = [
  { value: 'passages', label: 'Passages' },
  { value: 'plaintext', label: 'Text' },
  { value: 'markdown', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
] as const;

interface DocumentTextProps {
  id: string;
  content: string;
  passages: readonly Passage[];
  place: Place;
}

/** The text of a document: with its passages, or as the markup that it may be written in. */
export function DocumentText({ id, content, passages, place }: DocumentTextProps) {
  const [look, setLook] = useState<Look>('passages');
  return (
    <>
      <Segmented label="How to show the text" value={look} options={LOOKS} onChange={setLook} />
      {look === 'passages' ? (
        <TextWithPassages id={id} content={content} passages={passages} place={place} />
      ) : (
        <RichText content={content} type={look} />
      )}
    </>
  );
}

function TextWithPassages({ id, content, passages, place }: DocumentTextProps) {
  const parts = useMemo(() => partsOf(content, passages), [content, passages]);
  const wanted = useWantedPart(id, parts, place);
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted >= 0) part.current?.scrollIntoView({ block: 'center' });
  }, [wanted]);
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
            ref={index === wanted ? part : undefined}
            className={index === wanted ? `${styles.passage} ${styles.wanted}` : styles.passage}
            aria-current={index === wanted ? 'location' : undefined}
            dir="auto"
          >
            <span className={styles.passageNumber} title={`Passage ${number} of ${passages.length}`}>
              {number}
            </span>
            <WithSpan start={start} text={text} span={place.span} />
          </div>
        ),
      )}
    </div>
  );
}

/** The part to show first: where the span or the words are, or else the passage that the words find by their meaning. */
function useWantedPart(id: string, parts: readonly TextPart[], { words, span }: Place): number {
  const { client } = useSession();
  const known = partWith(parts, span?.start ?? words);
  const { data } = useQuery({
    queryKey: ['documents', 'place', id, words],
    queryFn: ({ signal }) =>
      client.retrieve(
        {
          query: words,
          document_id: [id],
          retrieval_limit: 1,
          multilingual_search: true,
          ai_search_cutoff_score: 0,
        },
        { signal },
      ),
    enabled: known < 0 && words !== '' && parts.length > 1,
  });
  return known < 0 && data?.data[0] !== undefined ? partWith(parts, data.data[0].passage) : known;
}

/** The text of a passage, with the part of it marked that is meant. */
function WithSpan({ start, text, span }: { start: number; text: string; span: Place['span'] }) {
  const from = Math.max(0, (span?.start ?? 0) - start);
  const to = Math.min(text.length, (span?.end ?? 0) - start);
  if (span === null || to <= from) return text;
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}
