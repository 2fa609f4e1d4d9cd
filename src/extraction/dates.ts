import { EARLIEST_TIME, formatTimestamp, LATEST_TIME, parseTimestamp } from '../domain/document/timestamp.js';

/** `D:20240131093000+01'00'` */
const PDF_DATE = /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:([+-])(\d{2})'?(\d{2})?'?|Z)?/;

const TIME = String.raw`(?:[T, ]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d+)?)?\s*(?<zone>Z|[+-]\d{2}:?\d{2})?)?`;
/** `2024-2-3`, `2024/02/03 9:30` */
const YEAR_FIRST = new RegExp(String.raw`^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})${TIME}$`);
/** `3.2.2024`: wherever dates are written with dots, the day comes first. */
const DAY_FIRST = new RegExp(String.raw`^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})${TIME}$`);
const ZONE = /(?:\b(?:UTC?|GMT|[ECMP][SD]T)|[+-]\d{2}:?\d{2})(?:\s*\([^)]*\))?$/i;
const SHORT_NUMBER = /(?<!\d)\d{1,2}(?!\d)/g;
const LONGEST_DATE = 80;

/**
 * A date of a file, in any form that files use, as an ISO 8601 timestamp; null if it is none. It is in UTC unless it names a zone,
 * so that it is the same on every machine.
 */
export function readDate(written: unknown): string | null {
  if (written instanceof Date) return formatTime(written.getTime());
  if (typeof written !== 'string' || written.length > LONGEST_DATE) return null;
  const text = written.trim();
  const pdf = PDF_DATE.exec(text);
  if (pdf !== null) return readPdfDate(pdf);
  const parsed = parseTimestamp(text);
  if (parsed !== null) return formatTimestamp(parsed.time);
  if (/^\d{4}$/.test(text)) return `${text}-01-01T00:00:00.000Z`;
  const numbers = YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text);
  return numbers === null ? readWordyDate(text) : readNumbers(numbers.groups ?? {});
}

function readNumbers({
  year,
  month,
  day,
  hour = '0',
  minute = '00',
  second = '00',
  zone = 'Z',
}: Groups): string | null {
  const [mm, dd, hh] = [month, day, hour].map((number) => number.padStart(2, '0'));
  const parsed = parseTimestamp(`${year}-${mm}-${dd}T${hh}:${minute}:${second}${zone}`);
  return parsed === null ? null : formatTimestamp(parsed.time);
}

type Groups = Record<string, string>;

/** `Feb 3, 2024 9:30 PM`. The built-in parser takes almost anything with a number in it: only what names a year is worth a try. */
function readWordyDate(text: string): string | null {
  if (!/\d{4}/.test(text)) return null;
  if (ZONE.test(text)) return formatTime(Date.parse(text));
  const time = Date.parse(`${text} UTC`);
  // It also takes the 30th of February for the 1st of March.
  const named = text.match(SHORT_NUMBER)?.map(Number) ?? [];
  const isNamed = named.length === 0 || named.includes(new Date(time).getUTCDate());
  return isNamed ? formatTime(time) : null;
}

export function formatTime(time: number): string | null {
  return time >= EARLIEST_TIME && time <= LATEST_TIME ? formatTimestamp(Math.floor(time)) : null;
}

function readPdfDate(match: RegExpExecArray): string | null {
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, hours, minutes = '00'] =
    match;
  const offset = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
  const parsed = parseTimestamp(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return parsed === null ? null : formatTimestamp(parsed.time);
}
