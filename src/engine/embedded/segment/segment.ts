import type { LexicalField } from '../../document/analysed-text.js';
import { type LexicalColumn, lexicalColumn, lexicalName } from '../lexical/lexical-column.js';
import { type Vocabulary, vocabularyOf } from '../lexical/vocabulary.js';
import { VectorBlock } from '../vectors/vector-block.js';
import {
  type ColumnType,
  type DivisionColumn,
  EntryIndex,
  type KeywordColumn,
  type NumberColumn,
  type NumberColumnType,
} from './column.js';
import { Dictionary } from './dictionary.js';
import { type ColumnEntry, type ColumnPlace, openColumn, readDirectory, type SegmentData } from './segment-format.js';

type Column =
  | KeywordColumn
  | NumberColumn
  | DivisionColumn
  | Vocabulary
  | LexicalColumn
  | Uint32Array
  | Uint16Array
  | Uint8Array;

/**
 * A key for something that a thread derives from a segment and caches with it, such as a sort order of its documents. `make`
 * runs on first use; the cache ends with the segment.
 */
export class Derived<Value> {
  constructor(readonly make: (segment: Segment) => Value) {}
}

interface Directory {
  documents: number;
  columns: ReadonlyMap<string, ColumnPlace>;
}

/**
 * An immutable set of indexed documents: one thread's view of a shared buffer. Documents are numbered from 0 in order of
 * id. The directory is read, and a column is opened, when a query first needs it.
 */
export class Segment {
  #directory: Directory | null = null;
  readonly #blocks = new Map<string, VectorBlock>();
  readonly #opened = new Map<string, Column>();
  readonly #derived = new Map<Derived<unknown>, unknown>();

  constructor(readonly data: SegmentData) {}

  get documents(): number {
    return this.#readDirectory().documents;
  }

  columns(): Iterable<ColumnPlace> {
    return this.#readDirectory().columns.values();
  }

  keywords(field: string): KeywordColumn | null {
    return this.#open('keyword', field, ({ docs, arrays: [ordinals, offsets, bytes] }) => ({
      docs,
      entries: this.#entryIndex(docs),
      count: ordinals.length,
      ordinals: ordinals as Uint32Array,
      dictionary: new Dictionary(bytes as Uint8Array, offsets as Uint32Array),
    }));
  }

  numbers(type: NumberColumnType, field: string): NumberColumn | null {
    return this.#open(type, field, ({ docs, arrays: [values] }) => ({
      docs,
      entries: this.#entryIndex(docs),
      count: values.length,
      values: values as Float64Array,
    }));
  }

  /** The distinct words of a language in titles and contents. */
  vocabulary(language: string): Vocabulary | null {
    return this.#open('vocabulary', language, vocabularyOf);
  }

  lexical(field: LexicalField, language: string): LexicalColumn | null {
    const vocabulary = this.vocabulary(language);
    if (vocabulary === null) return null;
    return this.#open('lexical', lexicalName(field, language), (entry) => lexicalColumn(entry, vocabulary));
  }

  /** The languages that its documents are in. */
  languages(): string[] {
    const column = this.keywords('language');
    if (column === null) return [];
    return Array.from({ length: column.dictionary.size }, (_, ordinal) => column.dictionary.text(ordinal));
  }

  /** How many words a text field has in each document. */
  lengths(field: LexicalField): Uint16Array | null {
    return this.#open('length', field, ({ arrays: [lengths] }) => lengths as Uint16Array);
  }

  /** The documents in which a metadata field is an array. */
  arrays(field: string): Uint32Array | null {
    return this.#open('array', field, ({ arrays: [docs] }) => docs as Uint32Array);
  }

  /** Where the passages of documents with several begin; null if there are none. */
  divisions(): DivisionColumn | null {
    return this.#open('division', 'content', ({ docs, arrays: [firstWords] }) => ({
      docs,
      entries: this.#entryIndex(docs),
      count: firstWords.length,
      firstWords: firstWords as Uint16Array,
    }));
  }

  /** MinHash signatures of all documents, one after the other. */
  get signatures(): Uint8Array {
    return this.#open('sketch', 'content', ({ arrays: [signatures] }) => signatures as Uint8Array)!;
  }

  /** The document of each vector, and the vectors, if there are any of this space. */
  passages(space: string): { docs: Uint32Array; block: VectorBlock } | null {
    const docs = this.#passageDocuments(space);
    return docs === null ? null : { docs, block: this.#blockOf(space) };
  }

  /** The vector spaces of its passages. */
  get spaces(): string[] {
    return [...this.columns()].flatMap(({ type, field }) => (type === 'passage' ? [field] : []));
  }

  /** How many passages its documents have, including deleted ones. */
  get passageCount(): number {
    const counts = this.spaces.map((space) => this.#passageDocuments(space)?.length ?? 0);
    return Math.max(0, ...counts);
  }

  get byteLength(): number {
    return this.data.vectors.reduce((sum, { buffer }) => sum + buffer.byteLength, this.data.bytes.byteLength);
  }

  /** The ordinal of an id is the number of its document. */
  get ids(): Dictionary {
    return this.keywords('id')!.dictionary;
  }

  derived<Value>(what: Derived<Value>): Value {
    let value = this.#derived.get(what) as Value | undefined;
    if (value === undefined) {
      value = what.make(this);
      this.#derived.set(what, value);
    }
    return value;
  }

  /** That takes long where documents have thousands of different fields, so it is not for the event loop, which only passes segments on. */
  #readDirectory(): Directory {
    if (this.#directory !== null) return this.#directory;
    const { documents, columns } = readDirectory(this.data.bytes);
    this.#directory = {
      documents,
      columns: new Map(columns.map((column) => [columnKey(column.type, column.field), column])),
    };
    return this.#directory;
  }

  #passageDocuments(space: string): Uint32Array | null {
    return this.#open('passage', space, ({ arrays: [documents] }) => documents as Uint32Array);
  }

  #blockOf(space: string): VectorBlock {
    const block = this.#blocks.get(space) ?? VectorBlock.open(this.data.vectors[this.spaces.indexOf(space)]);
    this.#blocks.set(space, block);
    return block;
  }

  #entryIndex(docs: Uint32Array | null): EntryIndex | null {
    return docs === null ? null : new EntryIndex(docs, this.documents);
  }

  #open<Wanted extends Column>(type: ColumnType, field: string, view: (entry: ColumnEntry) => Wanted): Wanted | null {
    const key = columnKey(type, field);
    const known = this.#opened.get(key);
    if (known !== undefined) return known as Wanted;
    const place = this.#readDirectory().columns.get(key);
    if (place === undefined) return null;
    const column = view(openColumn(this.data.bytes, place));
    this.#opened.set(key, column);
    return column;
  }
}

function columnKey(type: ColumnType, field: string): string {
  return `${type}:${field}`;
}
