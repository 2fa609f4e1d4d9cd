import type { AppliedCuration, Metadata, SearchRequest } from '@sextant/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../design/button.js';
import { Badge } from '../../design/layout.js';
import { ConfidenceBadge } from '../../shared/confidence-badge.js';
import { labelOf } from '../../shared/field-names.js';
import { formatDate, formatLanguage } from '../../shared/format.js';
import { MarkedText } from '../../shared/marked-text.js';
import { formatPlainNumber } from './filter-model.js';
import styles from './hits.module.css';
import { DEFAULT_CUTOFF } from './search-state.js';
import { type Hit, useExplanation } from './use-hits.js';
import { WhyThisHit } from './why-this-hit.js';

interface HitCardProps {
  hit: Hit;
  /** From 1. */
  rank: number;
  search: SearchRequest | null;
  isTenantShown: boolean;
  curations: readonly AppliedCuration[];
}

export function HitCard({ hit, rank, search, isTenantShown, curations }: HitCardProps) {
  const [isExplained, setExplained] = useState(false);
  const explanation = useExplanation(search, rank, hit.id, isExplained);
  // Once it is known, the document opens at the passage that is closest in meaning.
  const passage = explanation.data?.best_passage;
  const isPinned = curations.some(({ pinned }) => pinned.includes(hit.id));
  return (
    <article className={styles.hit}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          <Link
            to="/documents/$id"
            params={{ id: hit.id }}
            search={passage?.start == null ? {} : { start: passage.start, end: passage.end }}
            data-hit={rank}
            dir="auto"
          >
            <MarkedText text={hit.title} />
          </Link>
        </h2>
        {isPinned && (
          <Badge tone="accent" title="A curation puts it first">
            Pinned
          </Badge>
        )}
        {search !== null && <ConfidenceBadge level={hit.confidence} />}
      </header>
      {hit.excerpt !== null && (
        <p className={styles.excerpt} dir="auto">
          <MarkedText text={hit.excerpt} />
        </p>
      )}
      <footer className={styles.foot}>
        <ul className={styles.facts}>
          <li>{formatLanguage(hit.language)}</li>
          <li>
            <time dateTime={hit.created_at} title="Added">
              {formatDate(hit.created_at)}
            </time>
          </li>
          {isTenantShown && <li dir="auto">{hit.tenant_id}</li>}
          {factsOf(hit.metadata).map(([name, value]) => (
            <li key={name} dir="auto" title={name}>
              {value}
            </li>
          ))}
        </ul>
        {search !== null && (
          <Button isSmall variant="quiet" aria-expanded={isExplained} onClick={() => setExplained(!isExplained)}>
            Why this hit
          </Button>
        )}
      </footer>
      {isExplained && search !== null && (
        <WhyThisHit explanation={explanation} cutoff={search.ai_search_cutoff_score ?? DEFAULT_CUTOFF} />
      )}
    </article>
  );
}

const SHOWN_FACTS = 4;
const LONGEST_FACT = 40;
const ISO_DATE = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/;

/** The first few metadata values that are short, as name and value. */
function factsOf(metadata: Metadata | null): [string, string][] {
  return Object.entries(metadata ?? {})
    .flatMap(([name, value]): [string, string][] => {
      const text = factOf(labelOf(name), value);
      return text === null || text.length > LONGEST_FACT ? [] : [[labelOf(name), text]];
    })
    .slice(0, SHOWN_FACTS);
}

/** A number or a date alone would say nothing. */
function factOf(name: string, value: Metadata[string]): string | null {
  if (typeof value === 'number') return `${name} ${formatPlainNumber(value)}`;
  if (typeof value === 'string') return ISO_DATE.test(value) ? `${name} ${formatDate(value)}` : value;
  return Array.isArray(value) && value.length > 0 ? value.join(', ') : null;
}
