import { compareText, sortTexts } from '../../domain/text-order.js';
import type { ColumnType } from './column.js';
import { Dictionary } from './dictionary.js';
import type { FlatDocument } from './flat-document.js';
import { type ColumnEntry, type SegmentBytes, writeSegment } from './segment-format.js';

interface Entries {
  type: Exclude<ColumnType, 'text'>;
  field: string;
  docs: number[];
  values: (string | number)[];
}

/** Indexes documents with distinct ids. */
export function buildSegment(flatDocuments: readonly FlatDocument[]): SegmentBytes {
  const documents = [...flatDocuments].sort((a, b) => compareText(a.id, b.id));
  const columns = [...gatherEntries(documents)].map((entries) => toColumn(entries, documents.length));
  for (const field of ['title', 'content'] as const) {
    const column = toTextColumn(documents, field);
    if (column !== null) columns.push(column);
  }
  return writeSegment(documents.length, columns);
}

function gatherEntries(documents: readonly FlatDocument[]): Iterable<Entries> {
  const byColumn = new Map<string, Entries>();
  documents.forEach((document, number) => {
    for (const { type, field, value } of document.values) {
      const key = `${type}:${field}`;
      let entries = byColumn.get(key);
      if (entries === undefined) {
        entries = { type, field, docs: [], values: [] };
        byColumn.set(key, entries);
      }
      entries.docs.push(number);
      entries.values.push(value);
    }
  });
  return byColumn.values();
}

function toColumn({ type, field, docs, values }: Entries, documents: number): ColumnEntry {
  const entryDocs = Uint32Array.from(docs);
  if (type === 'array') return { type, field, docs: null, arrays: [entryDocs] };
  const sparseDocs = isDense(entryDocs, documents) ? null : entryDocs;
  if (type !== 'keyword') return { type, field, docs: sparseDocs, arrays: [Float64Array.from(values as number[])] };
  const { dictionary, ordinalOf } = dictionaryOf(new Set(values as string[]));
  const ordinals = Uint32Array.from(values, (value) => ordinalOf.get(value as string)!);
  return { type, field, docs: sparseDocs, arrays: [ordinals, dictionary.offsets, dictionary.bytes] };
}

/** Entries are in order of document, so as many entries as documents with no document twice means one each. */
export function isDense(docs: Uint32Array, documents: number): boolean {
  if (docs.length !== documents) return false;
  for (let i = 0; i < docs.length; i++) if (docs[i] !== i) return false;
  return true;
}

function toTextColumn(documents: readonly FlatDocument[], field: 'title' | 'content'): ColumnEntry | null {
  const postings = new Map<string, number[]>();
  documents.forEach((document, number) => {
    for (const text of document.words) {
      if (text.field === field) addWords(postings, text.words, number);
    }
  });
  if (postings.size === 0) return null;
  const words = sortTexts([...postings.keys()]);
  const dictionary = Dictionary.fromSorted(words);
  const offsets = new Uint32Array(words.length + 1);
  words.forEach((word, i) => {
    offsets[i + 1] = offsets[i] + postings.get(word)!.length;
  });
  const docs = new Uint32Array(offsets[words.length]);
  words.forEach((word, i) => {
    docs.set(postings.get(word)!, offsets[i]);
  });
  return { type: 'text', field, docs: null, arrays: [docs, dictionary.offsets, dictionary.bytes, offsets] };
}

function addWords(postings: Map<string, number[]>, words: Iterable<string>, document: number): void {
  for (const word of words) {
    const docs = postings.get(word);
    if (docs === undefined) postings.set(word, [document]);
    else docs.push(document);
  }
}

function dictionaryOf(texts: Set<string>): { dictionary: Dictionary; ordinalOf: Map<string, number> } {
  const sorted = sortTexts([...texts]);
  return {
    dictionary: Dictionary.fromSorted(sorted),
    ordinalOf: new Map(sorted.map((text, ordinal) => [text, ordinal])),
  };
}
