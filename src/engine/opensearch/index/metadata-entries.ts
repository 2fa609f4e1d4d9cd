import { METADATA_PREFIX } from '../../../domain/document/document.js';
import type { FieldValue } from '../../../domain/filter/filter.js';
import type { FlatDocument } from '../../document/flat-document.js';

/**
 * Metadata is indexed as nested entries, one for each value, so that any number of keys needs no field of its own.
 * An entry has one `value` for everything that compares: a text that sorts as the values do, numbers before strings before
 * booleans. Filters, sorting and facets on values of mixed types need nothing else.
 */
export interface MetadataEntry {
  /** `a.b` */
  path: string;
  /** See `encodeValue`. */
  value: string;
  type: MetadataEntryType;
  /** Whether the field was sent as an array. */
  array: boolean;
  /** Of a number. */
  number?: number;
  /** Of a string that is an ISO date: milliseconds since 1970. */
  date?: number;
  /** Of a number or a boolean: how it is written, which prefixes are compared with. */
  written?: string;
}

/** A string that is an ISO date is a `date`. */
type MetadataEntryType = 'string' | 'date' | 'number' | 'boolean';

const NUMBER = 'n';
export const STRING = 's';
/** Comes after all strings. */
export const AFTER_STRINGS = 't';
const BOOLEAN = 'x';

export function encodeValue(value: FieldValue): string {
  if (typeof value === 'string') return STRING + value;
  return typeof value === 'number' ? NUMBER + sortableNumber(value) : `${BOOLEAN}${value ? 1 : 0}`;
}

export function decodeValue(encoded: string): FieldValue {
  const rest = encoded.slice(1);
  if (encoded.startsWith(STRING)) return rest;
  return encoded.startsWith(NUMBER) ? numberOf(rest) : rest === '1';
}

const SIGN = 1n << 63n;
const ALL_BITS = (1n << 64n) - 1n;

/** Sixteen hexadecimal digits that sort as the numbers do: doubles are ordered like their bits, negative ones the other way round. */
function sortableNumber(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  // 0 and -0 are one value.
  view.setFloat64(0, value === 0 ? 0 : value);
  const bits = view.getBigUint64(0);
  return ((bits & SIGN) === 0n ? bits | SIGN : ~bits & ALL_BITS).toString(16).padStart(16, '0');
}

function numberOf(digits: string): number {
  const view = new DataView(new ArrayBuffer(8));
  const sortable = BigInt(`0x${digits}`);
  view.setBigUint64(0, (sortable & SIGN) === 0n ? ~sortable & ALL_BITS : sortable & ~SIGN & ALL_BITS);
  return view.getFloat64(0);
}

export function pathOf(field: string): string {
  return field.slice(METADATA_PREFIX.length);
}

/** The entries of a document's metadata. */
export function metadataEntries({ values }: FlatDocument): MetadataEntry[] {
  const ofMetadata = values.filter(({ field }) => field.startsWith(METADATA_PREFIX));
  const arrays = new Set(ofMetadata.flatMap(({ type, field }) => (type === 'array' ? [field] : [])));
  const entries: MetadataEntry[] = [];
  for (const { type, field, value } of ofMetadata) {
    const entry = { path: pathOf(field), array: arrays.has(field) };
    if (type === 'keyword') entries.push({ ...entry, type: 'string', value: encodeValue(value) });
    else if (type === 'number') {
      entries.push({ ...entry, type, value: encodeValue(value), number: Number(value), written: String(value) });
    } else if (type === 'boolean') {
      entries.push({ ...entry, type, value: encodeValue(value === 1), written: String(value === 1) });
    } else if (type === 'date') {
      // A date follows the string that it is written as.
      Object.assign(entries[entries.length - 1], { type, date: value });
    }
  }
  return entries;
}
