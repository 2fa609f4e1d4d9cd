import type { SeriesByOperation, StatisticsSeries, StatisticsStep } from '@sextant/client';
import type { TimeSeries, Values } from '../../../design/time-series.js';
import { formatBytes, formatCompact, formatMilliseconds } from '../../../shared/format.js';

/** What requests are counted by. */
export const OPERATIONS = ['search', 'answers', 'writes', 'other'] as const;
type Operation = (typeof OPERATIONS)[number];

export const STEP_NAMES: Record<StatisticsStep, string> = {
  '15s': '15 seconds',
  '1m': 'minute',
  '5m': '5 minutes',
  '15m': '15 minutes',
  '1h': 'hour',
  '6h': '6 hours',
  '1d': 'day',
};

export interface ChartedFigures {
  title: string;
  formatValue: (value: number) => string;
  series: readonly TimeSeries[];
  /** The operation can be chosen. */
  isByOperation?: true;
}

interface Choice {
  step: StatisticsStep;
  /** Whose latency is shown. */
  operation: Operation;
  mode: 'live' | 'test';
}

/** Every chart of the overview, from `firstPeriodOf` on. */
export function chartsOf(figures: StatisticsSeries, { step, operation, mode }: Choice): readonly ChartedFigures[] {
  const per = `per ${STEP_NAMES[step]}`;
  const first = firstPeriodOf(figures);
  const charts: readonly ChartedFigures[] = [
    {
      title: `Requests ${per}`,
      formatValue: formatCompact,
      series: OPERATIONS.map((name) => ({ label: name, values: figures.requests[name] })),
    },
    {
      title: 'Latency',
      isByOperation: true,
      formatValue: formatMilliseconds,
      series: [
        { label: 'median', values: figures.latency_p50_ms[operation] },
        { label: '95% within', values: figures.latency_p95_ms[operation] },
      ],
    },
    {
      title: `Errors ${per}`,
      formatValue: formatCompact,
      series: [
        { label: 'refused (4xx)', values: sumOf(figures.client_errors) },
        { label: 'failed (5xx)', values: sumOf(figures.server_errors) },
      ],
    },
    {
      title: `Tokens ${per}`,
      formatValue: formatCompact,
      series: [
        { label: 'embedded', values: figures.semantic_tokens },
        { label: 'language model input', values: figures.llm_input_tokens },
        { label: 'output', values: figures.llm_output_tokens },
      ],
    },
    {
      title: 'Index',
      formatValue: formatCompact,
      series: [
        { label: 'documents', values: figures.documents[mode] },
        { label: 'passages', values: figures.passages[mode] },
      ],
    },
    {
      title: 'Size on disk',
      formatValue: formatBytes,
      series: [
        { label: 'search index', values: figures.index_bytes[mode] },
        { label: 'documents and search index', values: figures.disk_bytes },
      ],
    },
    {
      title: 'Memory',
      formatValue: formatBytes,
      series: [
        { label: 'the whole service', values: figures.memory_bytes },
        { label: 'of it JavaScript objects', values: figures.heap_bytes },
      ],
    },
    {
      title: 'Longest wait of a request for its turn',
      formatValue: formatMilliseconds,
      series: [{ label: 'wait', values: figures.event_loop_delay_ms }],
    },
  ];
  return charts.map((chart) => ({
    ...chart,
    series: chart.series.map(({ label, values }) => ({ label, values: values.slice(first) })),
  }));
}

const FEWEST_PERIODS = 20;

/** Where charts begin: a service that was started a minute ago has no hour to show, and its line would be a dot at the edge. */
export function firstPeriodOf({ memory_bytes: known }: StatisticsSeries): number {
  const first = known.findIndex((value) => value !== null);
  return Math.max(0, Math.min(first, known.length - FEWEST_PERIODS));
}

/** How many periods anything is known of. */
export function knownPeriodsOf({ memory_bytes: known }: StatisticsSeries): number {
  return known.filter((value) => value !== null).length;
}

/** Of all operations, period by period. */
export function sumOf(figures: SeriesByOperation): Values {
  return figures.search.map((first, period) =>
    first === null ? null : OPERATIONS.reduce((sum, name) => sum + (figures[name][period] ?? 0), 0),
  );
}

export function totalOf(values: Values): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}
