import { formatCount, formatMilliseconds } from '../../shared/format.js';
import styles from './answer-notes.module.css';
import type { HitsPage } from './use-hits.js';

/** How much was found and how fast. Read aloud when it changes. */
export function AnswerSummary({ total, isApproximate, milliseconds, isSearch }: AnswerSummaryProps) {
  return (
    <p className={styles.summary} role="status">
      <strong>
        {isApproximate && 'about '}
        {formatCount(total, isSearch ? 'result' : 'document')}
      </strong>{' '}
      <span title="From the request to the answer, in this browser">in {formatMilliseconds(milliseconds)}</span>
    </p>
  );
}

type AnswerSummaryProps = Pick<HitsPage, 'total' | 'isApproximate' | 'milliseconds'> & { isSearch: boolean };

export function ComparisonSummary({ milliseconds }: { milliseconds: number }) {
  return (
    <p className={styles.summary} role="status">
      Three searches in {formatMilliseconds(milliseconds)}
    </p>
  );
}

/** What the service has made of the query, where that is not what was written. */
export function AnswerNotes({ relaxedPhrases, synonyms, curations }: AnswerNotesProps) {
  // One whose documents a filter leaves out has changed nothing.
  const effective = curations.filter(({ pinned, hidden }) => pinned.length + hidden.length > 0);
  if (relaxedPhrases.length + synonyms.length + effective.length === 0) return null;
  return (
    <ul className={styles.notes} aria-label="About this answer">
      {relaxedPhrases.map((phrase) => (
        <li key={phrase}>
          No document has <q dir="auto">{phrase}</q> word for word, so it was searched as single words.
        </li>
      ))}
      {synonyms.map(({ id, word, as }) => (
        <li key={`${id} ${word}`}>
          <bdi>{word}</bdi> also finds <bdi>{as.join(', ')}</bdi>, by a synonym.
        </li>
      ))}
      {effective.map(({ id, pinned, hidden }) => (
        <li key={id}>A curation {effectsOf(pinned.length, hidden.length)}.</li>
      ))}
    </ul>
  );
}

function effectsOf(pinned: number, hidden: number): string {
  const effects = [
    pinned > 0 && `puts ${formatCount(pinned, 'document')} first`,
    hidden > 0 && `hides ${formatCount(hidden, 'document')}`,
  ];
  return effects.filter(Boolean).join(' and ');
}

type AnswerNotesProps = Pick<HitsPage, 'relaxedPhrases' | 'synonyms' | 'curations'>;
