import { parseTimestamp } from '../../domain/document/timestamp.js';
import type { FieldType } from '../../domain/model/trained-facts.js';

/** What a field of a row may hold. Rows from CSV hold strings alone; types are found in them all the same. */
export type FieldValue = string | number | boolean | null | undefined;
export type InputRow = Readonly<Record<string, FieldValue>>;

/** What a row holds under a name; what it inherits, as under `constructor`, is not in it. */
export function fieldOf(row: InputRow, name: string): FieldValue {
  return Object.hasOwn(row, name) ? row[name] : null;
}

/** What people write where there is nothing. */
const MISSING = new Set(['', 'na', 'n/a', 'nan', 'null', 'none', '?', '-']);
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
const LONGEST_NUMBER = 40;

/** The value as text, without space around it, or null where there is none. */
export function textOf(value: FieldValue): string | null {
  if (value === null || value === undefined) return null;
  const text = String(value).trim();
  return MISSING.has(text.toLowerCase()) ? null : text;
}

/** NaN where it is missing or no finite number. */
export function numberOf(value: FieldValue): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : Number.NaN;
  if (typeof value === 'boolean') return Number(value);
  const text = textOf(value);
  if (text === null || text.length > LONGEST_NUMBER || !NUMBER.test(text)) return Number.NaN;
  return finite(Number(text));
}

function finite(number: number): number {
  return Number.isFinite(number) ? number : Number.NaN;
}

export function booleanOf(value: FieldValue): 'true' | 'false' | null {
  const text = textOf(value)?.toLowerCase();
  return text === 'true' || text === 'false' ? text : null;
}

/** Milliseconds since 1970, NaN where it is missing or no date. A space between date and time is forgiven. */
export function timeOf(value: FieldValue): number {
  const text = typeof value === 'string' ? textOf(value) : null;
  return text === null ? Number.NaN : (parseTimestamp(text.replace(' ', 'T'))?.time ?? Number.NaN);
}

/** Whether a value that is there can stand in a field of the type. Rows from CSV hold text for everything. */
export function fitsType(value: FieldValue, type: FieldType): boolean {
  if (type === 'boolean') return booleanOf(value) !== null;
  if (type === 'number') return typeof value !== 'boolean' && !Number.isNaN(numberOf(value));
  return type !== 'date' || !Number.isNaN(timeOf(value));
}
