import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSession } from '../../../app/session.js';
import { Segmented, Select } from '../../../design/field.js';
import { Failure, Loading } from '../../../design/states.js';
import { TimeChart } from '../../../design/time-chart.js';
import { formatCount, formatDateTime, formatMoment } from '../../../shared/format.js';
import { ActivityPanel } from './activity-panel.js';
import { chartsOf, firstPeriodOf, knownPeriodsOf, OPERATIONS, STEP_NAMES } from './figures.js';
import { FiguresTable } from './figures-table.js';
import styles from './overview.module.css';
import { Tiles } from './tiles.js';
import { RANGES, useStatistics } from './use-statistics.js';

const VIEWS = [
  { value: 'charts', label: 'Charts' },
  { value: 'tables', label: 'Tables' },
] as const;

/** With fewer points, a chart says that it is still collecting them. */
const FEW_POINTS = 4;

/** How the service has been doing, and what it does now. */
export function OverviewSection() {
  const { mode } = useSession();
  const navigate = useNavigate();
  const address = useSearch({ strict: false });
  const range = RANGES.find(({ value }) => value === address.range)?.value ?? 'hour';
  const operation = OPERATIONS.find((name) => name === address.latency) ?? 'search';
  const view = VIEWS.find(({ value }) => value === address.view)?.value ?? 'charts';
  const show = (changes: Record<string, unknown>) =>
    navigate({ to: '.', search: { ...address, ...changes }, replace: true });
  const { data, error, refetch } = useStatistics(range);
  const times = useMemo(
    () => data?.times.slice(firstPeriodOf(data.series)).map((time) => Date.parse(time)) ?? [],
    [data],
  );
  const charts = useMemo(
    () => (data === undefined ? [] : chartsOf(data.series, { step: data.step, operation, mode })),
    [data, operation, mode],
  );
  if (data === undefined) {
    return error === null ? (
      <Loading label="Loading the figures" lines={8} />
    ) : (
      <Failure error={error} onRetry={() => refetch()} />
    );
  }
  const known = knownPeriodsOf(data.series);
  const formatTime = data.step === '15s' ? formatMoment : formatDateTime;
  const operationSelect = (
    <Select
      aria-label="Latency of"
      className={styles.choice}
      value={operation}
      onChange={(event) => show({ latency: event.target.value })}
    >
      {OPERATIONS.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Select>
  );
  return (
    <>
      <Tiles figures={data.series} mode={mode} range={`the last ${range}`} />
      <ActivityPanel />
      <div className={styles.controls}>
        <h2>Over time</h2>
        <Segmented label="View" value={view} options={VIEWS} onChange={(chosen) => show({ view: chosen })} />
        <Segmented label="Range" value={range} options={RANGES} onChange={(chosen) => show({ range: chosen })} />
      </div>
      {known < FEW_POINTS && (
        <p className={styles.idle} role="status">
          Collecting: {formatCount(known, 'point')} so far, and another every {STEP_NAMES[data.step]}.
        </p>
      )}
      <div className={styles.charts}>
        {charts.map((chart) => {
          const control = chart.isByOperation && operationSelect;
          return view === 'charts' ? (
            <TimeChart key={chart.title} {...chart} times={times} formatTime={formatTime} control={control} />
          ) : (
            <FiguresTable key={chart.title} chart={chart} times={times} formatTime={formatTime} control={control} />
          );
        })}
      </div>
    </>
  );
}
