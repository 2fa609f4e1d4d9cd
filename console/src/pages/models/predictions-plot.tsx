import type { RegressionMetrics } from '@sextant/client';
import { formatCompact, formatCount, formatNumber } from '../../shared/format.js';
import styles from './pictures.module.css';
import { Plot, scaleOf } from './plot.js';

type Predictions = NonNullable<RegressionMetrics['predictions']>;

const TICKS = 4;

/** Held-out examples by their actual and their predicted number: on the diagonal, both are the same. */
export function PredictionsPlot({ predictions }: { predictions: Predictions }) {
  const numbers = predictions.flatMap(({ actual, predicted }) => [actual, predicted]);
  const scale = scaleOf(Math.min(...numbers), Math.max(...numbers));
  const ticks = Array.from({ length: TICKS + 1 }, (_, i) => scale.from + ((scale.to - scale.from) * i) / TICKS);
  const above = predictions.filter(({ actual, predicted }) => predicted > actual).length;
  return (
    <div>
      <Plot
        label={`Predicted and actual numbers of ${formatNumber(predictions.length)} held-out examples.`}
        scale={scale}
        ticks={scale.from === scale.to ? [scale.from] : ticks}
        format={formatCompact}
        xTitle="Actual"
        yTitle="Predicted"
      >
        {predictions.map(({ actual, predicted }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and two may be equal
          <circle key={i} className={styles.dot} cx={scale.x(actual)} cy={scale.y(predicted)} r={3} />
        ))}
      </Plot>
      <p className={styles.muted}>
        {formatCount(predictions.length, 'held-out example')}: {formatNumber(above)} predicted too high,{' '}
        {formatNumber(predictions.length - above)} too low or exactly.
      </p>
    </div>
  );
}
