import { EARLIEST_TIME, LATEST_TIME, parseTimestamp, TIMESTAMP_HINT } from '../document/timestamp.js';
import type { DateInterval } from '../facet/facet.js';

type Unit = DateInterval | 'second';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** Units of a fixed length, in milliseconds. All calculations are in UTC, where hours and days have one. */
const LENGTHS: Partial<Record<Unit, number>> = {
  second: 1_000,
  minute: MINUTE,
  hour: 60 * MINUTE,
  day: DAY,
  week: 7 * DAY,
};

/** Units that are multiples of a month, in months. */
const MONTHS: Partial<Record<Unit, number>> = { month: 1, quarter: 3, year: 12 };

/** 1970 began on a Thursday; weeks begin on Monday. */
const A_MONDAY = -3 * DAY;

const SYMBOLS: Record<string, Unit> = {
  y: 'year',
  M: 'month',
  w: 'week',
  d: 'day',
  h: 'hour',
  H: 'hour',
  m: 'minute',
  s: 'second',
};

/** One step of date math: `+7d`, `-M` (one month), `/d` (round to the day). */
const STEP = /([+-])(\d{0,9})([yMwdhHms])|\/([yMwdhHms])/y;

/** Longer than any sensible expression; bounds the cost of a hostile one. */
const LONGEST_EXPRESSION = 200;

/**
 * Resolves a date, a date-time or a date-math expression (`now-7d/d`, `2024-01-01||+1M`) to milliseconds; null if it is
 * invalid. As in Elasticsearch, rounding up yields the last millisecond of the unit, also for units that are not written: a
 * date rounds up to the end of its day, a month to the end of the month, 09:30 to the end of its minute.
 */
export function resolveDate(expression: string, now: number, round: 'down' | 'up'): number | null {
  if (expression.length > LONGEST_EXPRESSION) return null;
  if (expression.startsWith('now')) return applySteps(now, expression.slice('now'.length), round);
  const anchorEnd = expression.indexOf('||');
  if (anchorEnd === -1) return resolveTimestamp(expression, round);
  const anchor = parseTimestamp(expression.slice(0, anchorEnd));
  return anchor === null ? null : applySteps(anchor.time, expression.slice(anchorEnd + '||'.length), round);
}

/** How a date can be written, for messages. */
export const DATE_HINT = `${TIMESTAMP_HINT}, or date math such as now-7d/d or 2024-11-04||+1M`;

const MATH_RULES =
  'Date math is now, or a date and ||, and then any number of steps such as +1M, -7d or /d, in the units y, M, w, d, h, m, s.';
const DATE_MATH = /^now(?=$|[+\-/ \d])|\|\|/;

/** Whether a text is meant as date math, valid or not. */
export function isDateMath(text: string): boolean {
  return DATE_MATH.test(text);
}

/** What a message about an invalid date adds if it is meant as date math. */
export function dateMathHint(sent: unknown): string {
  return typeof sent === 'string' && isDateMath(sent) ? ` ${MATH_RULES}` : '';
}

/** The first millisecond of the unit that contains `time`, in UTC. */
export function startOf(unit: Unit, time: number): number {
  const length = LENGTHS[unit];
  if (length === undefined) return startOfMonths(MONTHS[unit] ?? 1, time);
  const origin = unit === 'week' ? A_MONDAY : 0;
  return Math.floor((time - origin) / length) * length + origin;
}

/** The start of the month, quarter (3 months) or year (12 months). */
function startOfMonths(months: number, time: number): number {
  const date = new Date(time);
  date.setUTCMonth(date.getUTCMonth() - (date.getUTCMonth() % months), 1);
  return date.setUTCHours(0, 0, 0, 0);
}

function resolveTimestamp(text: string, round: 'down' | 'up'): number | null {
  const timestamp = parseTimestamp(text);
  if (timestamp === null || round === 'down') return timestamp?.time ?? null;
  if (timestamp.names !== 'time') return roundTo(timestamp.names, timestamp.time, 'up');
  return timestamp.time + smallestWritten(text) - 1;
}

/** The length of the smallest unit that is written of a time. */
function smallestWritten(text: string): number {
  const time = text.slice(text.search(/t/i));
  if (/[.,]/.test(time)) return 1;
  return /^t\d\d:\d\d:\d\d/i.test(time) ? 1_000 : MINUTE;
}

function applySteps(anchor: number, steps: string, round: 'down' | 'up'): number | null {
  let time = anchor;
  let position = 0;
  while (position < steps.length) {
    STEP.lastIndex = position;
    const step = STEP.exec(steps);
    if (step === null) return null;
    const [text, sign, amount, unit, roundingUnit] = step;
    time =
      roundingUnit === undefined
        ? shift(time, SYMBOLS[unit], Number(`${sign}${amount || 1}`))
        : roundTo(SYMBOLS[roundingUnit], time, round);
    if (!isRepresentable(time)) return null;
    position += text.length;
  }
  return time;
}

function roundTo(unit: Unit, time: number, round: 'down' | 'up'): number {
  const start = startOf(unit, time);
  return round === 'down' ? start : shift(start, unit, 1) - 1;
}

function shift(time: number, unit: Unit, amount: number): number {
  const length = LENGTHS[unit];
  return length === undefined ? shiftMonths(time, amount * (MONTHS[unit] ?? 1)) : time + amount * length;
}

/** The same day and time in another month, or its last day if the month is shorter. */
function shiftMonths(time: number, amount: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + amount, 1);
  const lastDay = new Date(date);
  lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0);
  return date.setUTCDate(Math.min(day, lastDay.getUTCDate()));
}

/** Also false for NaN, the result of dates beyond the range of JavaScript. */
function isRepresentable(time: number): boolean {
  return time >= EARLIEST_TIME && time <= LATEST_TIME;
}
