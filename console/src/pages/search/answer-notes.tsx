import { formatMilliseconds, formatNumber } from '../../shared/format.js';
import styles from './answer-notes.module.css';
import type { HitsPage } from './use-hits.js';

/** How much was found and how fast. Read aloud when it changes. */
export function AnswerSummary({ total, isApproximate, milliseconds, isSearch }: AnswerSummaryProps) {
  const things = isSearch ? (total === 1 ? 'result' : 'results') : total === 1 ? 'document' : 'documents';
  return (
    <p className={styles.summary} role="status">
      <strong>
        {isApproximate && 'about '}
        {formatNumber(total)} {things}
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
  if (relaxedPhrases.length + synonyms.length + curations.length === 0) return null;
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
      {curations.map(({ id, pinned, hidden }) => (
        <li key={id}>
          A curation puts {formatNumber(pinned.length)} first and hides {formatNumber(hidden.length)}.
        </li>
      ))}
    </ul>
  );
}

type AnswerNotesProps = Pick<HitsPage, 'relaxedPhrases' | 'synonyms' | 'curations'>;
