import type { ConfidenceLevel } from '@sextant/client';
import styles from './confidence-badge.module.css';

const WORDS: Record<ConfidenceLevel, string> = {
  very_high: 'Very high',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  not_available: 'Not scored',
};

const BARS: Record<ConfidenceLevel, number> = { very_high: 4, high: 3, medium: 2, low: 1, not_available: 0 };

/** How sure Sextant is of a hit, a passage or an answer: as a small meter, and in words. */
export function ConfidenceBadge({ level }: { level: ConfidenceLevel }) {
  return (
    <span className={styles.confidence} title={`Confidence: ${WORDS[level].toLowerCase()}`} data-level={level}>
      <span className={styles.meter} aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={bar <= BARS[level] ? styles.full : undefined} />
        ))}
      </span>
      <span className="visually-hidden">Confidence: </span>
      {WORDS[level]}
    </span>
  );
}
