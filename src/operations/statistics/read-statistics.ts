import { setImmediate as nextTurn } from 'node:timers/promises';
import { MODES, type Mode } from '../../domain/document/document.js';
import type { TimedRow } from '../../storage/ring-file.js';
import {
  columnOf,
  ERROR_COUNTS,
  emptyFigures,
  type Figure,
  INDEX_LEVELS,
  joinFigures,
  latencyCounts,
  OPERATION_CLASSES,
  type OperationClass,
  SERVICE_LEVELS,
  TOKEN_COUNTS,
} from './figures.js';
import { latencyQuantile, totalOf } from './latency-buckets.js';
import { KEPT, type Statistics } from './statistics.js';

const MINUTE = 60_000;

/** The lengths of period that can be asked for, in milliseconds. */
const STEPS = {
  '15s': MINUTE / 4,
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '1h': 60 * MINUTE,
  '6h': 360 * MINUTE,
  '1d': 1440 * MINUTE,
} as const;

export type Step = keyof typeof STEPS;
export const STEP_NAMES = Object.keys(STEPS) as Step[];
/** Bounds the size of a response, and the time that it takes on the event loop. */
export const MOST_PERIODS = 750;
/** What a chart of the usual width shows. */
const USUAL_PERIODS = 400;

export interface AskedPeriod {
  from: number;
  to: number;
  step: Step;
}

/** One value for each period; null where none is known. */
export type Series = (number | null)[];

export interface StatisticsSeries {
  /** When each period begins. */
  times: number[];
  series: Record<
    'requests' | (typeof ERROR_COUNTS)[number] | 'latency_p50_ms' | 'latency_p95_ms',
    Record<OperationClass, Series>
  > &
    Record<(typeof TOKEN_COUNTS)[number] | (typeof SERVICE_LEVELS)[number], Series> &
    Record<(typeof INDEX_LEVELS)[number], Record<Mode, Series>>;
}

export function periodsWithin({ from, to, step }: AskedPeriod): number {
  return Math.ceil(to / STEPS[step]) - Math.floor(from / STEPS[step]);
}

/** The shortest step that is kept for long enough and gives no more periods than a chart can show. */
export function suitableStep({ from, to, now }: { from: number; to: number; now: number }): Step {
  const suits = (step: Step) => {
    const { keptMilliseconds } = sourceOf(step);
    return now - from <= keptMilliseconds && periodsWithin({ from, to, step }) <= USUAL_PERIODS;
  };
  return STEP_NAMES.find(suits) ?? '1d';
}

/** The kept periods that those of a step are made of. */
function sourceOf(step: Step): (typeof KEPT)[number] {
  return KEPT.findLast(({ stepMilliseconds }) => stepMilliseconds <= STEPS[step])!;
}

export async function readStatistics(
  { from, to, step }: AskedPeriod,
  { statistics, signal }: { statistics: Statistics; signal?: AbortSignal },
): Promise<StatisticsSeries> {
  const length = STEPS[step];
  const first = Math.floor(from / length) * length;
  const end = Math.ceil(to / length) * length - 1;
  const periods: (Float64Array | null)[] = Array.from({ length: periodsWithin({ from, to, step }) }, () => null);
  const take = (rows: readonly TimedRow[]) => {
    for (const { time, values } of rows) {
      const period = Math.floor((time - first) / length);
      periods[period] ??= emptyFigures();
      joinFigures(periods[period], values);
    }
  };
  const { stepMilliseconds } = sourceOf(step);
  await statistics.read({ from: first, to: end, stepMilliseconds }, take, signal);
  await nextTurn();
  const series = seriesOf(periods);
  // Writing it as JSON takes as long again: others come in between.
  await nextTurn();
  return { times: periods.map((_, period) => first + period * length), series };
}

type Periods = readonly (Float64Array | null)[];

function seriesOf(periods: Periods): StatisticsSeries['series'] {
  const figure = (name: Figure): Series => {
    const column = columnOf(name);
    return periods.map((values) => values && known(values[column]));
  };
  const latency = (kind: OperationClass, share: number): Series =>
    periods.map((values) => values && rounded(latencyQuantile(latencyCounts(values, kind), share)));
  const requests = (kind: OperationClass): Series =>
    periods.map((values) => values && totalOf(latencyCounts(values, kind)));
  return {
    requests: byName(OPERATION_CLASSES, requests),
    ...byName(ERROR_COUNTS, (errors) => byName(OPERATION_CLASSES, (kind) => figure(`${errors}.${kind}`))),
    latency_p50_ms: byName(OPERATION_CLASSES, (kind) => latency(kind, 0.5)),
    latency_p95_ms: byName(OPERATION_CLASSES, (kind) => latency(kind, 0.95)),
    ...byName(TOKEN_COUNTS, figure),
    ...byName(INDEX_LEVELS, (level) => byName(MODES, (mode) => figure(`${level}.${mode}`))),
    ...byName(SERVICE_LEVELS, figure),
  };
}

function byName<Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : rounded(value);
}

function rounded(value: number): number;
function rounded(value: number | null): number | null;
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100;
}
