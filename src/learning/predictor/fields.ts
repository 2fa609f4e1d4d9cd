import { parseTimestamp } from '../../domain/document/timestamp.js';
import type { FieldType } from '../../domain/model/model.js';

/** The value of a field in a row. Rows from CSV contain only strings; types are inferred from those as well. */
export type FieldValue = string | number | boolean | null | undefined;
export type InputRow = Readonly<Record<string, FieldValue>>;

export interface InputField {
  name: string;
  type: FieldType;
}

/** The row's own value of a field, null without one: `constructor` and the like must not be inherited. */
export function fieldOf(row: InputRow, name: string): FieldValue {
  return Object.hasOwn(row, name) ? row[name] : null;
}

/** Spellings of a missing value, in lower case. */
const MISSING = new Set(['', 'na', 'n/a', 'nan', 'null', 'none', '?', '-']);
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
const MAX_NUMBER_LENGTH = 40;

/** Whether a value says that there is none. As a category it may be one all the same: NA is also Namibia. */
export function isMissing(value: FieldValue): boolean {
  return value === null || value === undefined || MISSING.has(String(value).trim().toLowerCase());
}

/** The cell of a table, null if it is missing: a table has no other way to say so. */
export function cellOf(text: string): string | null {
  return isMissing(text) ? null : text;
}

/** The value as trimmed text, null if there is none. */
export function textOf(value: FieldValue): string | null {
  return String(value ?? '').trim() || null;
}

/** NaN if the value is missing or not a finite number. */
export function numberOf(value: FieldValue): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : Number.NaN;
  if (typeof value === 'boolean') return Number(value);
  const text = textOf(value);
  if (text === null || text.length > MAX_NUMBER_LENGTH || !NUMBER.test(text)) return Number.NaN;
  const number = Number(text);
  return Number.isFinite(number) ? number : Number.NaN;
}

export function booleanOf(value: FieldValue): 'true' | 'false' | null {
  const text = textOf(value)?.toLowerCase();
  return text === 'true' || text === 'false' ? text : null;
}

/** Milliseconds since 1970, NaN if the value is missing or not a date. Accepts a space between date and time. */
export function timeOf(value: FieldValue): number {
  const text = typeof value === 'string' ? textOf(value) : null;
  return text === null ? Number.NaN : (parseTimestamp(text.replace(' ', 'T'))?.time ?? Number.NaN);
}

/** Whether a value that is not missing is valid for the type; strings are accepted for all types, as in CSV. */
export function fitsType(value: FieldValue, type: FieldType): boolean {
  if (type === 'boolean') return booleanOf(value) !== null;
  if (type === 'number') return typeof value !== 'boolean' && !Number.isNaN(numberOf(value));
  return type !== 'date' || !Number.isNaN(timeOf(value));
}

/** The fraction of the values that must fit a type. The others are taken for typing errors and count as missing. */
const FITTING_FRACTION = 0.98;
const MAX_FIELDS = 1_000;
/** How many values of a field are sampled to infer its type. */
const SAMPLED_VALUES = 20_000;
const MIN_MEAN_WORDS_OF_TEXT = 3;
const FEW_VALUES = 20;

/** The fields of the rows in order of first occurrence, each with the type that nearly all of its values fit. */
export function inferFields(rows: readonly InputRow[]): InputField[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) if (names.size < MAX_FIELDS) names.add(name);
  return [...names].map((name) => ({ name, type: inferType(rows, name) }));
}

function inferType(rows: readonly InputRow[], name: string): FieldType {
  const step = Math.max(1, Math.floor(rows.length / SAMPLED_VALUES));
  const values: FieldValue[] = [];
  for (let i = 0; i < rows.length; i += step) values.push(fieldOf(rows[i], name));
  const present = values.filter((value) => !isMissing(value));
  if (present.length === 0) return 'category';
  const parsed = (['boolean', 'number', 'date'] as const).find((type) => nearlyAllFit(present, type));
  return parsed ?? inferTypeOfStrings(values.flatMap((value) => textOf(value) ?? []));
}

function nearlyAllFit(values: readonly FieldValue[], type: FieldType): boolean {
  return values.filter((value) => fitsType(value, type)).length >= FITTING_FRACTION * values.length;
}

/** Repeated values are categories. Mostly unique values are text if they have several words, otherwise identifiers. */
function inferTypeOfStrings(values: readonly string[]): FieldType {
  const distinct = new Set(values).size;
  const words = values.reduce((sum, value) => sum + value.split(/\s+/, 50).length, 0) / values.length;
  if (words > MIN_MEAN_WORDS_OF_TEXT && distinct > FEW_VALUES) return 'text';
  if (distinct <= FEW_VALUES || distinct <= values.length / 2) return 'category';
  return words >= 2 ? 'text' : 'identifier';
}

/** Encoders read no more of a text than this. */
const EMBEDDED_CHARACTERS = 16_000;

export function hasText(fields: readonly InputField[]): boolean {
  return fields.some(({ type }) => type === 'text');
}

/** The text to embed for a row: the values of all its text fields. Empty if it has none. */
export function textOfRow(fields: readonly InputField[], row: InputRow): string {
  const texts = fields.filter(({ type }) => type === 'text').flatMap(({ name }) => textOf(fieldOf(row, name)) ?? []);
  return texts.join('\n').slice(0, EMBEDDED_CHARACTERS);
}
