import { Stack } from '../../design/layout.js';
import { formatMeasured, formatPercent } from '../../shared/format.js';
import { Bars } from './bars.js';
import styles from './models.module.css';

interface Ranked {
  label: string;
  confidence_score: number;
  alternatives: readonly { label: string; confidence_score: number }[];
}

interface AnswerProps {
  ranked: Ranked;
  /** Of a predicted number. */
  interval?: { low: number; high: number };
  /** What spoke for the answer (above 0) or against it. */
  reasons: readonly { name: string; value: number }[];
}

const MAX_REASONS = 8;
const signed = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero', maximumSignificantDigits: 3 });

/** The answer of a model, how sure it is, and why. */
export function Answer({ ranked, interval, reasons }: AnswerProps) {
  const labels = [ranked, ...ranked.alternatives];
  return (
    <Stack>
      <p className={styles.answer} dir="auto">
        {interval === undefined ? ranked.label : formatMeasured(Number(ranked.label))}
      </p>
      {interval === undefined ? (
        <Bars
          full={1}
          items={labels.map(({ label, confidence_score }) => ({ name: label, value: confidence_score }))}
          format={formatPercent}
        />
      ) : (
        <p>
          Between {formatMeasured(interval.low)} and {formatMeasured(interval.high)} with a probability of{' '}
          {formatPercent(ranked.confidence_score)}.
        </p>
      )}
      {reasons.length > 0 && (
        <section>
          <h3>Why</h3>
          <Bars items={reasons.slice(0, MAX_REASONS)} format={(value) => signed.format(value)} />
        </section>
      )}
    </Stack>
  );
}
