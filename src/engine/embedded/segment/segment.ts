import { LruCache } from '../../../algorithms/lru-cache.js';
import { METADATA_PREFIX } from '../../../domain/document/document.js';
import type { LexicalField } from '../../document/analysed-text.js';
import { type LexicalColumn, lexicalColumn, lexicalName } from '../lexical/lexical-column.js';
import { type Vocabulary, vocabularyOf } from '../lexical/vocabulary.js';
import { VectorBlock } from '../vectors/vector-block.js';
import type { ColumnType, DivisionColumn, KeywordColumn, NumberColumn, NumberColumnType } from './column.js';
import type { Dictionary } from './dictionary.js';
import { columnName, Directory } from './directory.js';
import { divisionColumn, keywordColumn, numberColumn } from './entry-columns.js';
import type { ColumnEntry, SegmentData } from './segment-format.js';

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

/** Open columns of metadata that a segment keeps. Queries use a few, but there may be millions. */
const METADATA_KEPT = 1000;

/**
 * An immutable set of indexed documents: one thread's view of a shared buffer. Documents are numbered from 0 in order of
 * id. A column is opened when a query first needs it.
 */
export class Segment {
  #directory: Directory | null = null;
  readonly #blocks = new Map<string, VectorBlock>();
  readonly #opened = new Map<string, Column>();
  readonly #openedMetadata = new LruCache<Column>(METADATA_KEPT);
  readonly #derived = new Map<Derived<unknown>, unknown>();

  constructor(readonly data: SegmentData) {}

  get documents(): number {
    return this.directory.documents;
  }

  get directory(): Directory {
    this.#directory ??= new Directory(this.data.bytes);
    return this.#directory;
  }

  keywords(field: string): KeywordColumn | null {
    return this.#open('keyword', field, (entry) => keywordColumn(entry, this.documents));
  }

  numbers(type: NumberColumnType, field: string): NumberColumn | null {
    return this.#open(type, field, (entry) => numberColumn(entry, this.documents));
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
    return this.#open('division', 'content', (entry) => divisionColumn(entry, this.documents));
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

  /** The vector spaces of its passages, in the order of `data.vectors`. */
  get spaces(): string[] {
    return this.directory.fields('passage');
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

  #passageDocuments(space: string): Uint32Array | null {
    return this.#open('passage', space, ({ arrays: [documents] }) => documents as Uint32Array);
  }

  #blockOf(space: string): VectorBlock {
    const block = this.#blocks.get(space) ?? VectorBlock.open(this.data.vectors[this.spaces.indexOf(space)]);
    this.#blocks.set(space, block);
    return block;
  }

  #open<Wanted extends Column>(type: ColumnType, field: string, view: (entry: ColumnEntry) => Wanted): Wanted | null {
    const name = columnName(type, field);
    const opened = field.startsWith(METADATA_PREFIX) ? this.#openedMetadata : this.#opened;
    const known = opened.get(name);
    if (known !== undefined) return known as Wanted;
    const entry = this.directory.find(type, field);
    if (entry === null) return null;
    const column = view(entry);
    opened.set(name, column);
    return column;
  }
}
