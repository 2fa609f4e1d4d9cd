const PATTERN =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?$/i;

export interface Timestamp {
  /** Milliseconds since 1970. */
  time: number;
  /** What it names: some comparisons mean the whole of a month or a day. */
  names: 'month' | 'day' | 'time';
}

export const TIMESTAMP_HINT = 'an ISO 8601 date or date-time, such as 2024-11-04 or 2024-11-04T09:30:00Z';

/**
 * Parses an ISO 8601 date or date-time, in UTC unless it has an offset. A month without a day, such as 2024-11, begins with its
 * first. Null if the text is none of these.
 */
export function parseTimestamp(text: string): Timestamp | null {
  // The longest valid form has 35 characters.
  if (text.length > 40) return null;
  const match = PATTERN.exec(text);
  if (match === null) return null;
  const [, year, month, day = '1', hour = '0', minute = '0', second = '0', fraction = '', offset = 'Z'] = match;
  if (+hour > 23 || +minute > 59 || +second > 59) return null;
  const shift = offsetMinutes(offset);
  if (shift === null) return null;
  const date = new Date(0);
  date.setUTCFullYear(+year, +month - 1, +day);
  if (date.getUTCMonth() !== +month - 1 || date.getUTCDate() !== +day) return null;
  date.setUTCHours(+hour, +minute, +second, +fraction.slice(0, 3).padEnd(3, '0'));
  const time = date.getTime() - shift * 60_000;
  if (time < EARLIEST_TIME || time > LATEST_TIME) return null;
  return { time, names: match[3] === undefined ? 'month' : match[4] === undefined ? 'day' : 'time' };
}

/** The years 0000 to 9999, which have four digits in ISO 8601. */
export const EARLIEST_TIME = -62_167_219_200_000;
export const LATEST_TIME = 253_402_300_799_999;

function offsetMinutes(offset: string): number | null {
  if (offset === 'Z' || offset === 'z') return 0;
  const hours = +offset.slice(1, 3);
  const minutes = +(offset.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return null;
  return (offset[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

/** As `Date.toISOString` writes it, in less than half the time: a page of hits has dozens. */
export function formatTimestamp(time: number): string {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) return date.toISOString();
  const day = `${TWO_DIGITS[Math.floor(year / 100)]}${TWO_DIGITS[year % 100]}-${TWO_DIGITS[date.getUTCMonth() + 1]}-${TWO_DIGITS[date.getUTCDate()]}`;
  const seconds = `${TWO_DIGITS[date.getUTCHours()]}:${TWO_DIGITS[date.getUTCMinutes()]}:${TWO_DIGITS[date.getUTCSeconds()]}`;
  const milliseconds = date.getUTCMilliseconds();
  return `${day}T${seconds}.${Math.floor(milliseconds / 100)}${TWO_DIGITS[milliseconds % 100]}Z`;
}

/** A formatter for columns of timestamps. Neighbours are often equal, so it remembers the last one. */
export function timestampFormatter(): (time: number) => string {
  let last = Number.NaN;
  let text = '';
  return (time) => {
    if (time !== last) {
      last = time;
      text = formatTimestamp(time);
    }
    return text;
  };
}
