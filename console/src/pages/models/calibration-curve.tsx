import type { CalibrationBin } from '@sextant/client';
import { Table } from '../../design/table.js';
import { formatNumber, formatPercent } from '../../shared/format.js';
import styles from './pictures.module.css';
import { Plot, scaleOf } from './plot.js';

const TICKS = 4;
const LARGEST_RADIUS = 9;

/** A reliability diagram: on the diagonal, answers are right as often as the model is confident. */
export function CalibrationCurve({ bins }: { bins: readonly CalibrationBin[] }) {
  const from = lowestShown(bins);
  const scale = scaleOf(from, 1);
  const ticks = Array.from({ length: TICKS + 1 }, (_, i) => from + ((1 - from) * i) / TICKS);
  const most = Math.max(...bins.map(({ count }) => count));
  const points = bins.map(({ confidence, accuracy }) => `${scale.x(confidence)},${scale.y(accuracy)}`);
  return (
    <div>
      <Plot
        label={`Reliability diagram of ${bins.length} bins. The table below has the same numbers.`}
        ticks={ticks}
        format={formatPercent}
        scale={scale}
        xTitle="Confidence"
        yTitle="Right"
      >
        <polyline className={styles.curve} points={points.join(' ')} />
        {bins.map(({ confidence, accuracy, count }) => (
          <circle
            key={`${confidence} ${accuracy}`}
            className={styles.point}
            cx={scale.x(confidence)}
            cy={scale.y(accuracy)}
            r={Math.max(3, LARGEST_RADIUS * Math.sqrt(count / most))}
          >
            <title>{`Confidence ${formatPercent(confidence)}: ${formatPercent(accuracy)} of ${formatNumber(count)} right`}</title>
          </circle>
        ))}
      </Plot>
      <p className={styles.muted}>Above the dashed line the model is too modest, below it too sure of itself.</p>
      <details className={styles.details}>
        <summary>As a table</summary>
        <Table
          caption="Calibration"
          rows={bins}
          keyOf={({ confidence, accuracy }) => `${confidence} ${accuracy}`}
          columns={[
            { title: 'Confidence', isNumeric: true, cell: ({ confidence }) => formatPercent(confidence) },
            { title: 'Right', isNumeric: true, cell: ({ accuracy }) => formatPercent(accuracy) },
            { title: 'Examples', isNumeric: true, cell: ({ count }) => formatNumber(count) },
          ]}
        />
      </details>
    </div>
  );
}

/** Good models have all their bins in the upper corner, which is then all that is shown. */
function lowestShown(bins: readonly CalibrationBin[]): number {
  const lowest = Math.min(...bins.flatMap(({ confidence, accuracy }) => [confidence, accuracy]));
  return [0.8, 0.6].find((from) => lowest >= from) ?? 0;
}
