import type { Alternative, Figure, Unit } from '../support/recording.js';

const LOWER_IS_BETTER: ReadonlySet<Unit> = new Set(['ms', 's', 'bytes']);
/** Their column says what they are. */
const UNNAMED: ReadonlySet<Unit> = new Set(['score', 'count']);

export function formatValue(value: number, unit: Unit): string {
  if (unit === 'bytes' && value >= 1e6) return `${formatNumber(value / 1e6, unit)} MB`;
  return UNNAMED.has(unit) ? formatNumber(value, unit) : `${formatNumber(value, unit)} ${unit}`;
}

export function formatNumber(value: number, unit: Unit): string {
  if (unit === 'score') return value.toFixed(3);
  if (unit === '%') return value.toFixed(1);
  if (unit === 'count' && Number.isInteger(value)) return value.toLocaleString('en-US');
  return Number(value.toPrecision(value >= 1000 ? 4 : 3)).toLocaleString('en-US', { maximumFractionDigits: 6 });
}

export function formatFigure({ value, unit, range }: Figure): string {
  if (range === undefined) return formatValue(value, unit);
  return `${formatValue(value, unit)} (${formatNumber(range.low, unit)} to ${formatNumber(range.high, unit)})`;
}

/** How many times better the figure is than the alternative; below 1 the alternative is better. */
export function ratioTo(alternative: Alternative, { value, unit }: Figure): number {
  if (alternative.ratio !== undefined) return alternative.ratio;
  if (alternative.value === undefined) throw new Error('An alternative needs a value or a ratio.');
  return LOWER_IS_BETTER.has(unit) ? alternative.value / value : value / alternative.value;
}

export function formatRatio(ratio: number): string {
  if (ratio >= 10) return `${Math.round(ratio).toLocaleString('en-US')}×`;
  return `${ratio.toFixed(ratio >= 2 ? 1 : 2)}×`;
}
