import type { MatchedTerm, SearchExplanation } from '@sextant/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { Failure, Loading } from '../../design/states.js';
import { Table } from '../../design/table.js';
import { formatNumber, formatPercent } from '../../shared/format.js';
import styles from './why-this-hit.module.css';

interface WhyThisHitProps {
  explanation: UseQueryResult<SearchExplanation | null>;
  cutoff: number;
}

/** How the score of a hit came about: both sides and their mixture on one scale, then the words that matched. */
export function WhyThisHit({ explanation: { data, error, isPending, refetch }, cutoff }: WhyThisHitProps) {
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (isPending) return <Loading label="Loading the explanation" lines={3} />;
  if (data === null) return <p className={styles.note}>The documents have changed since. Search again to see why.</p>;
  const { score, lexical, semantic, best_passage: passage, mixing, confidence } = data;
  const share = mixing?.semantic_share ?? 0;
  return (
    <div className={styles.why}>
      <dl className={styles.scores}>
        {share < 1 && <Score name="Words" score={lexical?.score ?? null} none="No word of the query" />}
        {share > 0 && (
          <Score
            name="Meaning"
            score={semantic?.score ?? null}
            none={`Not above the cutoff of ${formatNumber(cutoff)}`}
            cutoff={cutoff}
          />
        )}
        {share > 0 && share < 1 && <Score name="Together" score={score} none="Not scored" isTotal />}
      </dl>
      <p className={styles.note}>
        {confidence.rule}
        {share > 0 &&
          share < 1 &&
          ` Meaning counts for ${formatPercent(share)}, words for ${formatPercent(1 - share)}.`}
        {lexical !== null &&
          lexical.phrase_bonus > 0 &&
          ` Words that follow one another as in the query add ${formatNumber(lexical.phrase_bonus)} to the words.`}
        {passage !== null && ` Closest in meaning: ${passageName(passage)}.`}
      </p>
      {lexical !== null && lexical.terms.length > 0 && (
        <Table
          caption="Words that matched"
          rows={lexical.terms}
          keyOf={({ term, query_word: word, kind }) => `${word} ${term} ${kind}`}
          columns={TERM_COLUMNS}
        />
      )}
    </div>
  );
}

const KINDS: Record<MatchedTerm['kind'], string> = {
  exact: 'as written',
  stem: 'another form',
  typo: 'looks like it',
  compound: 'part of a compound',
  synonym: 'synonym',
};

const TERM_COLUMNS = [
  { title: 'In the query', cell: ({ query_word: word }: MatchedTerm) => <bdi>{word}</bdi> },
  { title: 'In the document', cell: ({ term }: MatchedTerm) => <bdi>{term}</bdi> },
  { title: 'Match', cell: ({ kind }: MatchedTerm) => KINDS[kind] },
  {
    title: 'Where',
    cell: ({ fields }: MatchedTerm) => fields.map((field) => (field === 'content' ? 'text' : field)).join(', '),
  },
  {
    title: 'Share',
    cell: ({ weight }: MatchedTerm) => (
      <span className={styles.share}>
        <span className={styles.shareBar}>
          <span style={{ width: `${100 * weight}%` }} />
        </span>
        {formatPercent(weight)}
      </span>
    ),
  },
];

interface ScoreProps {
  name: string;
  score: number | null;
  /** What a missing score means. */
  none: string;
  cutoff?: number;
  isTotal?: boolean;
}

/** A score from 0 to 100 as a bar, with the cutoff as a line across it. */
function Score({ name, score, none, cutoff, isTotal = false }: ScoreProps) {
  return (
    <div className={isTotal ? `${styles.score} ${styles.total}` : styles.score}>
      <dt>{name}</dt>
      <dd>
        <span className={styles.track}>
          {score !== null && <span className={styles.fill} style={{ width: `${score}%` }} />}
          {cutoff !== undefined && (
            <span className={styles.cutoff} style={{ left: `${cutoff}%` }} title={`Cutoff: ${cutoff}`} />
          )}
        </span>
        <span className={styles.figure}>{score === null ? none : formatNumber(Math.round(score * 10) / 10)}</span>
      </dd>
    </div>
  );
}

function passageName({ number, start }: NonNullable<SearchExplanation['best_passage']>): string {
  return start === null ? 'the title' : `passage ${formatNumber(number + 1)}, where the document opens now`;
}
