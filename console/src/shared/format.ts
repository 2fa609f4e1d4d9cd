// Numbers, times and sizes in the locale of the reader's browser.

const number = new Intl.NumberFormat();
const small = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 });
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

export const formatNumber = (value: number): string => number.format(value);
/** Of any size: one far below 1 is not rounded to nothing. */
export const formatMeasured = (value: number): string => (Math.abs(value) < 1 ? small : number).format(value);
/** "1 document", "2 documents". `several` where that is more than an s at the end. */
export const formatCount = (count: number, one: string, several = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`;
export const formatCompact = (value: number): string => compact.format(value);
/** Of a share between 0 and 1. */
export const formatPercent = (share: number): string => percent.format(share);
export const formatDateTime = (iso: string | number): string => dateTime.format(new Date(iso));
/** To the second, for times less than a minute apart. */
export const formatMoment = (iso: string | number): string => moment.format(new Date(iso));

/** Of a moment, the day where the reader is. A day or a month without a time is the same everywhere. */
export function formatDate(iso: string | number): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(String(iso));
  const isMonth = /^\d{4}-\d\d$/.test(String(iso));
  return (isDay ? day : isMonth ? month : date).format(new Date(iso));
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function formatBytes(bytes: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unit = BYTE_UNITS[power]!;
  // Short, a single byte and several are the same word.
  const unitDisplay = power === 0 ? 'long' : 'short';
  const maximumFractionDigits = power === 0 ? 0 : 1;
  const format = new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay, maximumFractionDigits });
  return format.format(bytes / 1000 ** power);
}

export function formatMilliseconds(milliseconds: number): string {
  const [value, unit] = milliseconds < 1_000 ? [milliseconds, 'millisecond'] : [milliseconds / 1_000, 'second'];
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, maximumFractionDigits }).format(value);
}

const AGES = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** "5 minutes ago". */
export function formatAge(iso: string | number, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1_000;
  for (const [unit, length] of AGES) {
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  }
  return relative.format(Math.round(seconds), 'second');
}

const languageNames = new Intl.DisplayNames(undefined, { type: 'language' });

/** The name of a language by its code: "German" for `de`. */
export function formatLanguage(code: string): string {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}
