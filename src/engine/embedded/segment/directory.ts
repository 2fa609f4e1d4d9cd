import type { ColumnType } from './column.js';
import { Dictionary } from './dictionary.js';
import {
  ARRAY_KINDS,
  type ColumnEntry,
  HEADER_BYTES,
  readArrays,
  readHeader,
  type SegmentBytes,
} from './segment-format.js';

/**
 * The columns of a segment, numbered in order of their names. It is used as it was saved: a column is found among sorted
 * names, and nothing is read of the others. There may be millions, where documents have fields of their own.
 *
 * Its arrays are: where the first array of each column begins, in units of 8 bytes from the end of the directory; where its
 * lengths begin in the next array, with one more number for the end; the lengths of the arrays of all columns; and the
 * dictionary of names.
 */
export class Directory {
  readonly documents: number;
  /** The names of the columns: see `columnName`. */
  readonly names: Dictionary;
  readonly #bytes: SegmentBytes;
  readonly #starts: Uint32Array;
  readonly #firstLengths: Uint32Array;
  readonly #lengths: Uint32Array;
  readonly #dataStart: number;

  constructor(bytes: SegmentBytes) {
    const { documents, columns, arrays: arrayCount, nameBytes } = readHeader(bytes);
    const lengths = [columns, columns + 1, arrayCount, columns + 1, nameBytes];
    const { arrays, end } = readArrays(bytes, HEADER_BYTES, { kinds: ['u32', 'u32', 'u32', 'u32', 'u8'], lengths });
    this.documents = documents;
    this.names = new Dictionary(arrays[4] as Uint8Array, arrays[3] as Uint32Array);
    this.#bytes = bytes;
    this.#starts = arrays[0] as Uint32Array;
    this.#firstLengths = arrays[1] as Uint32Array;
    this.#lengths = arrays[2] as Uint32Array;
    this.#dataStart = end;
  }

  /** Null if there is no such column. */
  find(type: ColumnType, field: string): ColumnEntry | null {
    const column = this.names.find(columnName(type, field));
    return column < 0 ? null : this.column(column);
  }

  /** The columns [from, to) of a type whose fields begin with `prefix`. */
  range(type: ColumnType, prefix: string): [number, number] {
    return this.names.prefixRange(columnName(type, prefix));
  }

  /** The fields that have a column of this type, in code point order. */
  fields(type: ColumnType): string[] {
    const [from, to] = this.range(type, '');
    return Array.from({ length: to - from }, (_, i) => this.fieldOf(from + i));
  }

  fieldOf(column: number): string {
    return parseColumnName(this.names.text(column)).field;
  }

  column(column: number): ColumnEntry {
    const { type, field } = parseColumnName(this.names.text(column));
    const first = this.#firstLengths[column];
    const count = this.#firstLengths[column + 1] - first;
    const kinds = ARRAY_KINDS[type];
    const start = this.#dataStart + this.#starts[column] * 8;
    const lengths = this.#lengths;
    if (count === kinds.length) {
      return { type, field, docs: null, arrays: readArrays(this.#bytes, start, { kinds, lengths, first }).arrays };
    }
    const {
      arrays: [docs],
      end,
    } = readArrays(this.#bytes, start, { kinds: ['u32'], lengths, first });
    const { arrays } = readArrays(this.#bytes, end, { kinds, lengths, first: first + 1 });
    return { type, field, docs: docs as Uint32Array, arrays };
  }
}

export function columnName(type: ColumnType, field: string): string {
  return `${type}:${field}`;
}

export function parseColumnName(name: string): { type: ColumnType; field: string } {
  const end = name.indexOf(':');
  return { type: name.slice(0, end) as ColumnType, field: name.slice(end + 1) };
}
