import type { ReactNode } from 'react';
import { Panel } from '../../../design/layout.js';
import { type Column, Table } from '../../../design/table.js';
import type { TimeSeries } from '../../../design/time-series.js';
import type { ChartedFigures } from './figures.js';

interface FiguresTableProps {
  chart: ChartedFigures;
  times: readonly number[];
  formatTime: (time: number) => string;
  /** What chooses between tables in this place. */
  control?: ReactNode;
}

/** The figures of a chart for those who would rather read or hear them: the latest first, times without any left out. */
export function FiguresTable({ chart, times, formatTime, control }: FiguresTableProps) {
  const { title, series, formatValue } = chart;
  const periods = times
    .map((_, period) => period)
    .filter((period) => series.some(({ values }) => values[period] !== null));
  const columns: readonly Column<number>[] = [
    { title: 'From', cell: (period) => formatTime(times[period]!) },
    ...series.map(
      ({ label, values }: TimeSeries): Column<number> => ({
        title: label,
        isNumeric: true,
        cell: (period) => (values[period] == null ? '–' : formatValue(values[period])),
      }),
    ),
  ];
  return (
    <Panel title={title} isFlush actions={control}>
      <Table caption={title} columns={columns} rows={periods.reverse()} keyOf={String} isScrolling />
    </Panel>
  );
}
