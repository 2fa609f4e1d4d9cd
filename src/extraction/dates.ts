import { EARLIEST_TIME, formatTimestamp, LATEST_TIME, parseTimestamp } from '../domain/document/timestamp.js';

/** `D:20240131093000+01'00'` */
const PDF_DATE = /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:([+-])(\d{2})'?(\d{2})?'?|Z)?/;

/** A date of a file, in any form that files use, as an ISO 8601 timestamp; null if it is none. */
export function readDate(written: unknown): string | null {
  if (written instanceof Date) return formatTime(written.getTime());
  if (typeof written !== 'string') return null;
  const text = written.trim();
  const pdf = PDF_DATE.exec(text);
  if (pdf !== null) return readPdfDate(pdf);
  const parsed = parseTimestamp(text.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T'));
  if (parsed !== null) return formatTimestamp(parsed.time);
  if (/^\d{4}$/.test(text)) return `${text}-01-01T00:00:00.000Z`;
  // The built-in parser takes almost anything with a number in it: only what names a year is worth a try.
  return /\d{4}/.test(text) && text.length < 80 ? formatTime(Date.parse(text)) : null;
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
