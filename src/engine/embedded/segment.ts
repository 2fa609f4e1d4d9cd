import {
  type ColumnType,
  EntryIndex,
  type KeywordColumn,
  type NumberColumn,
  type NumberColumnType,
  type TextColumn,
} from './column.js';
import { Dictionary } from './dictionary.js';
import { type ColumnEntry, type ColumnPlace, openColumn, readDirectory, type SegmentBytes } from './segment-format.js';

/**
 * Some documents, indexed once and never changed: a view of one shared buffer, so that any thread can use it without
 * a copy. Documents are numbered from 0 in order of id. Columns are looked at only when a query names them.
 */
export class Segment {
  readonly documents: number;
  private readonly directory: Map<string, ColumnPlace>;
  private readonly opened = new Map<string, KeywordColumn | NumberColumn | TextColumn | Uint32Array>();

  constructor(readonly bytes: SegmentBytes) {
    const { documents, columns } = readDirectory(bytes);
    this.documents = documents;
    this.directory = new Map(columns.map((column) => [columnKey(column.type, column.field), column]));
  }

  columns(): IterableIterator<ColumnPlace> {
    return this.directory.values();
  }

  keywords(field: string): KeywordColumn | null {
    return this.open('keyword', field, ({ docs, arrays: [ordinals, offsets, bytes] }) => ({
      docs,
      entries: this.entryIndex(docs),
      count: ordinals.length,
      ordinals: ordinals as Uint32Array,
      dictionary: new Dictionary(bytes as Uint8Array, offsets as Uint32Array),
    }));
  }

  numbers(type: NumberColumnType, field: string): NumberColumn | null {
    return this.open(type, field, ({ docs, arrays: [values] }) => ({
      docs,
      entries: this.entryIndex(docs),
      count: values.length,
      values: values as Float64Array,
    }));
  }

  text(field: string): TextColumn | null {
    return this.open('text', field, ({ arrays: [docs, wordOffsets, wordBytes, offsets] }) => ({
      docs: docs as Uint32Array,
      offsets: offsets as Uint32Array,
      dictionary: new Dictionary(wordBytes as Uint8Array, wordOffsets as Uint32Array),
    }));
  }

  /** The documents in which a metadata field is an array. */
  arrays(field: string): Uint32Array | null {
    return this.open('array', field, ({ arrays: [docs] }) => docs as Uint32Array);
  }

  /** The ordinal of an id is the number of its document. */
  get ids(): Dictionary {
    return this.keywords('id')!.dictionary;
  }

  private entryIndex(docs: Uint32Array | null): EntryIndex | null {
    return docs === null ? null : new EntryIndex(docs, this.documents);
  }

  private open<Column extends KeywordColumn | NumberColumn | TextColumn | Uint32Array>(
    type: ColumnType,
    field: string,
    view: (entry: ColumnEntry) => Column,
  ): Column | null {
    const key = columnKey(type, field);
    const known = this.opened.get(key);
    if (known !== undefined) return known as Column;
    const place = this.directory.get(key);
    if (place === undefined) return null;
    const column = view(openColumn(this.bytes, place));
    this.opened.set(key, column);
    return column;
  }
}

function columnKey(type: ColumnType, field: string): string {
  return `${type}:${field}`;
}
