import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Empty } from './states.js';
import styles from './time-chart.module.css';
import { lastOf, type TimeSeries, type Values } from './time-series.js';

interface TimeChartProps {
  title: string;
  /** In milliseconds. */
  times: readonly number[];
  /** Six at most: that many colours can be told apart. */
  series: readonly TimeSeries[];
  formatValue: (value: number) => string;
  formatTime: (time: number) => string;
  /** What chooses between charts in this place. */
  control?: ReactNode;
}

// The chart library is loaded with the first chart.
const TimePlot = lazy(() => import('./time-plot.js'));

/** Lines over time. The legend has the latest values, and under the pointer those of that moment, in all charts at once. */
export function TimeChart({ title, times, series, formatValue, formatTime, control }: TimeChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const isEmpty = series.every(({ values }) => values.every((value) => value === null));
  const valueIn = (values: Values) => (pointed === null ? lastOf(values) : (values[pointed] ?? null));
  const shown = (values: Values) => {
    const value = valueIn(values);
    return value === null ? '–' : formatValue(value);
  };
  const pointedTime = pointed === null ? undefined : times[pointed];
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.head}>
        <h3>{title}</h3>
        <div className={styles.aside}>
          {pointedTime !== undefined && formatTime(pointedTime)}
          {control}
        </div>
        <dl className={styles.legend}>
          {series.map(({ label, values }, index) => (
            <div key={label}>
              <dt>
                <span className={styles.swatch} style={{ background: `var(--series-${index + 1})` }} />
                {label}
              </dt>
              <dd>{shown(values)}</dd>
            </div>
          ))}
        </dl>
      </figcaption>
      {isEmpty ? (
        <div className={styles.plot}>
          <Empty title="Nothing in this time" />
        </div>
      ) : (
        <div className={styles.plot} role="img" aria-label={`${title} over time`}>
          <Suspense>
            <TimePlot times={times} series={series} formatValue={formatValue} onPoint={setPointed} />
          </Suspense>
        </div>
      )}
    </figure>
  );
}
