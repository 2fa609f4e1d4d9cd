import type { ClassificationMetrics } from '@sextant/client';
import { formatNumber, formatPercent } from '../../shared/format.js';
import { boundedMatrix } from './bounded-matrix.js';
import { LabelText } from './label-text.js';
import styles from './pictures.module.css';

/** Stronger, and the numbers could not be read on it. */
const STRONGEST_PERCENT = 45;
/** A single mistake should be seen. */
const FAINTEST_PERCENT = 16;

/**
 * A heat map that is a table: rows are what the examples are, columns what they were taken for. Colour is the share of the
 * row; right answers and mistakes have colours of their own.
 */
export function ConfusionMatrix({ matrix }: { matrix: ClassificationMetrics['confusion_matrix'] }) {
  const { labels, counts } = boundedMatrix(matrix);
  const totals = counts.map((row) => row.reduce((sum, count) => sum + count, 0));
  return (
    <>
      <p className={styles.muted}>
        Each row is an actual label, each column what its examples were taken for. Blue is right, orange is wrong.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide matrix is scrolled by keyboard too */}
      <section className={styles.matrix} aria-label="Confusion matrix" tabIndex={0}>
        <table>
          <caption className="visually-hidden">Rows: the actual label. Columns: the predicted one.</caption>
          <thead>
            <tr>
              <td />
              {labels.map((label) => (
                <th key={label} scope="col" title={label}>
                  <span>
                    <LabelText label={label} />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {counts.map((row, actual) => (
              <tr key={labels[actual]}>
                <th scope="row" title={labels[actual]}>
                  <span>
                    <LabelText label={labels[actual]!} />
                  </span>
                </th>
                {row.map((count, predicted) => (
                  <td
                    key={labels[predicted]}
                    style={{ background: colourOf(count / Math.max(1, totals[actual]!), actual === predicted) }}
                    title={`${formatNumber(count)} of ${formatNumber(totals[actual]!)} ${labels[actual]} taken for ${labels[predicted]} (${formatPercent(count / Math.max(1, totals[actual]!))})`}
                  >
                    {formatNumber(count)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function colourOf(share: number, isRight: boolean): string | undefined {
  if (share === 0) return undefined;
  const percent = FAINTEST_PERCENT + share * (STRONGEST_PERCENT - FAINTEST_PERCENT);
  return `color-mix(in srgb, var(${isRight ? '--series-1' : '--series-2'}) ${percent}%, var(--surface))`;
}
