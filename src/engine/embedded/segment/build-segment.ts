import { compareText, sortTexts } from '../../../domain/document/code-points.js';
import { SIGNATURE_BYTES } from '../../../text/minhash.js';
import { LEXICAL_FIELDS, type LexicalField } from '../../document/analysed-text.js';
import type { EntryType, FlatDocument } from '../../document/flat-document.js';
import { type AnalysedDocument, buildLexical } from '../lexical/build-lexical.js';
import { VectorBlock } from '../vectors/vector-block.js';
import { isDense } from './column.js';
import { Dictionary } from './dictionary.js';
import { columnName } from './directory.js';
import type { ColumnEntry, SegmentData } from './segment-format.js';
import { SegmentWriter } from './segment-writer.js';

/** A column of passages and the vectors that belong to it. */
export interface PassageColumn {
  column: ColumnEntry;
  block: VectorBlock;
}

interface Entries {
  type: EntryType;
  field: string;
  docs: number[];
  values: (string | number)[];
}

/** Builds a segment of documents, which must have distinct ids. */
export function buildSegment(flatDocuments: readonly FlatDocument[]): SegmentData {
  const documents = [...flatDocuments].sort((a, b) => compareText(a.id, b.id));
  const writer = new SegmentWriter();
  for (const entries of gatherEntries(documents)) writer.add(toColumn(entries, documents.length));
  for (const field of LEXICAL_FIELDS) writer.add(lengthColumn(documents, field));
  for (const column of lexicalColumns(documents)) writer.add(column);
  for (const column of [signatureColumn(documents), ...divisionColumn(documents)]) writer.add(column);
  const passages = spacesOf(documents).map((space) => passagesOf(documents, space));
  for (const { column } of passages) writer.add(column);
  return { bytes: writer.finish(documents.length), vectors: passages.map(({ block }) => block.shared) };
}

/** The entries of each column, in order of the names of columns. */
function gatherEntries(documents: readonly FlatDocument[]): Entries[] {
  const byColumn = new Map<string, Entries>();
  documents.forEach((document, number) => {
    for (const { type, field, value } of document.values) {
      const key = columnName(type, field);
      let entries = byColumn.get(key);
      if (entries === undefined) {
        entries = { type, field, docs: [], values: [] };
        byColumn.set(key, entries);
      }
      entries.docs.push(number);
      entries.values.push(value);
    }
  });
  return sortTexts([...byColumn.keys()]).map((name) => byColumn.get(name)!);
}

function toColumn({ type, field, docs, values }: Entries, documents: number): ColumnEntry {
  const entryDocs = new Uint32Array(docs);
  if (type === 'array') return { type, field, docs: null, arrays: [entryDocs] };
  const sparseDocs = isDense(entryDocs, documents) ? null : entryDocs;
  if (type !== 'keyword') return { type, field, docs: sparseDocs, arrays: [new Float64Array(values as number[])] };
  const { dictionary, ordinalOf } = dictionaryOf(new Set(values as string[]));
  const ordinals = new Uint32Array(values.map((value) => ordinalOf.get(value as string)!));
  return { type, field, docs: sparseDocs, arrays: [ordinals, dictionary.offsets, dictionary.bytes] };
}

function signatureColumn(documents: readonly FlatDocument[]): ColumnEntry {
  const signatures = new Uint8Array(documents.length * SIGNATURE_BYTES);
  documents.forEach(({ signature }, document) => {
    signatures.set(signature, document * SIGNATURE_BYTES);
  });
  return { type: 'sketch', field: 'content', docs: null, arrays: [signatures] };
}

/** None if no document has several passages. */
function divisionColumn(documents: readonly FlatDocument[]): ColumnEntry[] {
  const docs = documents.flatMap(({ passageWords }, document) => passageWords.map(() => document));
  const firstWords = documents.flatMap(({ passageWords }) => passageWords);
  return toDivision(Uint32Array.from(docs), Uint16Array.from(firstWords));
}

export function toDivision(docs: Uint32Array, firstWords: Uint16Array): ColumnEntry[] {
  return docs.length === 0 ? [] : [{ type: 'division', field: 'content', docs, arrays: [firstWords] }];
}

function spacesOf(documents: readonly FlatDocument[]): string[] {
  const spaces = documents.flatMap(({ vectors }) =>
    vectors.filter(({ codes }) => codes.length > 0).map(({ space }) => space),
  );
  return sortTexts([...new Set(spaces)]);
}

/** The vectors of all passages in a space, in order of document. */
function passagesOf(documents: readonly FlatDocument[], space: string): PassageColumn {
  const rows: { document: number; codes: Int8Array }[] = documents.flatMap(({ vectors }, document) => {
    const ofDocument = vectors.find((one) => one.space === space)?.codes ?? [];
    return ofDocument.map((codes) => ({ document, codes }));
  });
  const docs = Uint32Array.from(rows, ({ document }) => document);
  const block = VectorBlock.encode(
    rows.map(({ codes }) => codes),
    rows[0].codes.length,
  );
  return { column: { type: 'passage', field: space, docs: null, arrays: [docs] }, block };
}

function lengthColumn(documents: readonly FlatDocument[], field: LexicalField): ColumnEntry {
  const lengths = Uint16Array.from(documents, ({ texts }) => texts[field].length);
  return { type: 'length', field, docs: null, arrays: [lengths] };
}

/** For each language of the documents, its vocabulary and postings. */
function lexicalColumns(documents: readonly FlatDocument[]): ColumnEntry[] {
  const byLanguage = new Map<string, AnalysedDocument[]>();
  documents.forEach(({ language, texts }, document) => {
    const list = byLanguage.get(language) ?? [];
    byLanguage.set(language, list);
    list.push({ document, texts });
  });
  return [...byLanguage].flatMap(([language, texts]) => buildLexical(language, texts));
}

function dictionaryOf(texts: Set<string>): { dictionary: Dictionary; ordinalOf: Map<string, number> } {
  const sorted = sortTexts([...texts]);
  return {
    dictionary: Dictionary.fromSorted(sorted),
    ordinalOf: new Map(sorted.map((text, ordinal) => [text, ordinal])),
  };
}
