import type { SearchRequest } from '@sextant/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge } from '../../design/layout.js';
import { ConfidenceBadge } from '../../shared/confidence-badge.js';
import { formatNumber } from '../../shared/format.js';
import { MarkedText } from '../../shared/marked-text.js';
import styles from './comparison.module.css';
import type { Mode } from './search-state.js';
import type { Hit, useComparison } from './use-hits.js';

export const COMPARED: readonly Mode[] = ['hybrid', 'meaning', 'words'];

const TITLES: Record<Mode, string> = { hybrid: 'Hybrid', meaning: 'Meaning', words: 'Words' };

type Column = NonNullable<ReturnType<typeof useComparison>['comparison']>['columns'][number];

/** The best hits of the three modes beside one another. A hit under the pointer or the focus is lit up in all of them. */
export function Comparison({ columns, isFresh }: { columns: readonly Column[]; isFresh: boolean }) {
  const [lit, setLit] = useState<string | null>(null);
  const lists = columns.map((column) => ('error' in column ? [] : column.hits));
  return (
    <div className={isFresh ? styles.columns : `${styles.columns} ${styles.stale}`}>
      {columns.map((column, place) => (
        <section key={COMPARED[place]} className={styles.column} aria-label={TITLES[COMPARED[place]!]}>
          <header className={styles.head}>
            <h2>{TITLES[COMPARED[place]!]}</h2>
            {!('error' in column) && <span>{formatNumber(column.total)}</span>}
          </header>
          {'error' in column ? (
            <p className={styles.none}>{column.error.message}</p>
          ) : column.hits.length === 0 ? (
            <p className={styles.none}>Nothing found</p>
          ) : (
            <ol>
              {column.hits.map((hit, index) => (
                <ComparedHit
                  key={hit.id}
                  hit={hit}
                  rank={index + 1}
                  isAlone={lists.every((list, other) => other === place || !list.some(({ id }) => id === hit.id))}
                  isLit={lit === hit.id}
                  onLight={setLit}
                />
              ))}
            </ol>
          )}
        </section>
      ))}
    </div>
  );
}

interface ComparedHitProps {
  hit: Hit;
  rank: number;
  /** No other mode has it among its best. */
  isAlone: boolean;
  isLit: boolean;
  onLight: (id: string | null) => void;
}

function ComparedHit({ hit, rank, isAlone, isLit, onLight }: ComparedHitProps) {
  return (
    <li
      className={isLit ? `${styles.hit} ${styles.lit}` : styles.hit}
      onPointerEnter={() => onLight(hit.id)}
      onPointerLeave={() => onLight(null)}
      onFocus={() => onLight(hit.id)}
      onBlur={() => onLight(null)}
    >
      <span className={styles.rank}>{rank}</span>
      <div className={styles.text}>
        <Link to="/documents/$id" params={{ id: hit.id }} data-hit={rank} dir="auto">
          <MarkedText text={hit.title} />
        </Link>
        {hit.excerpt !== null && (
          <p dir="auto">
            <MarkedText text={hit.excerpt} />
          </p>
        )}
        <div className={styles.facts}>
          <ConfidenceBadge level={hit.confidence} />
          {isAlone && <Badge>only here</Badge>}
        </div>
      </div>
    </li>
  );
}

/** How many hits of each mode are compared. */
export const COMPARED_HITS: Pick<SearchRequest, 'limit'> = { limit: 10 };
