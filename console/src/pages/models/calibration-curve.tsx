import type { CalibrationBin } from '@sextant/client';
import { Table } from '../../design/table.js';
import { formatNumber, formatPercent } from '../../shared/format.js';
import styles from './models.module.css';
import { Plot, scaleOf } from './plot.js';

const SHARES = [0, 0.25, 0.5, 0.75, 1];
const LARGEST_RADIUS = 9;

/** A reliability diagram: on the diagonal, answers are right as often as the model is confident. */
export function CalibrationCurve({ bins }: { bins: readonly CalibrationBin[] }) {
  const scale = scaleOf(0, 1);
  const most = Math.max(...bins.map(({ count }) => count));
  const points = bins.map(({ confidence, accuracy }) => `${scale.x(confidence)},${scale.y(accuracy)}`);
  return (
    <div>
      <Plot
        label={`Reliability diagram of ${bins.length} bins. The table below has the same numbers.`}
        ticks={SHARES}
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
