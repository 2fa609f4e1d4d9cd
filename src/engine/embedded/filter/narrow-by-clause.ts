import { fieldKind } from '../../../domain/document/document.js';
import type { Clause, FieldValue, RangeBounds } from '../../../domain/filter/filter.js';
import { analyze } from '../../../text/analysis/analyze.js';
import type { Deadline } from '../../deadline.js';
import { addDocuments, type LexicalColumn } from '../lexical/lexical-column.js';
import { addBit, type Bitset, emptyBitset, fullBitset, intersect, unite } from '../segment/bitset.js';
import type { KeywordColumn, NumberColumn } from '../segment/column.js';
import type { Segment } from '../segment/segment.js';
import type { ColumnEntry } from '../segment/segment-format.js';
import { keepBetween, keepFlagged, keepOrdinals } from './keep-documents.js';
import { type OrdinalSelection, selectPrefix, selectRange, selectTerms, selectWildcard } from './ordinal-selection.js';

type LeafClause = Exclude<Clause, { kind: 'bool' }>;

/** The segment that a filter is applied to, and the time it may take. */
export interface SearchedSegment {
  segment: Segment;
  deadline: Deadline;
}

/** Removes the documents that don't satisfy a clause from a set. */
export function narrowByClause(bits: Bitset, clause: LeafClause, { segment, deadline }: SearchedSegment): void {
  deadline.check();
  const byKeyword = (field: string, select: (column: KeywordColumn) => OrdinalSelection) => {
    const column = segment.keywords(field);
    if (column === null) bits.fill(0);
    else keepSelected(bits, column, select(column));
  };
  switch (clause.kind) {
    case 'terms':
      keepTerms(bits, segment, clause);
      break;
    case 'range':
      keepRange(bits, segment, clause);
      break;
    case 'exists':
      intersect(bits, documentsWith(clause.field, { segment, deadline }));
      break;
    case 'prefix':
      byKeyword(clause.field, (column) => selectPrefix(column.dictionary, clause.value));
      break;
    case 'wildcard':
      byKeyword(clause.field, (column) => selectWildcard(column.dictionary, clause.pattern, deadline));
      break;
    case 'ids':
      byKeyword('id', (column) => selectTerms(column.dictionary, clause.values));
      break;
    case 'match':
      intersect(bits, matchingDocuments(segment, clause));
      break;
  }
}

/** A field may hold strings in one document and numbers in another, and `terms` may ask for both. */
function keepTerms(bits: Bitset, segment: Segment, { field, values }: { field: string; values: FieldValue[] }): void {
  const texts = values.filter((value) => typeof value === 'string');
  const keywords = texts.length > 0 ? segment.keywords(field) : null;
  const ways: ((kept: Bitset) => void)[] = [];
  if (keywords !== null) ways.push((kept) => keepSelected(kept, keywords, selectTerms(keywords.dictionary, texts)));
  for (const value of values) {
    if (typeof value === 'string') continue;
    const column = segment.numbers(typeof value === 'number' ? 'number' : 'boolean', field);
    ways.push((kept) => keepInRange(kept, column, [+value, +value]));
  }
  keepAny(bits, ways);
}

/** Keeps the documents that at least one of several functions keeps. */
function keepAny(bits: Bitset, ways: readonly ((kept: Bitset) => void)[]): void {
  if (ways.length === 1) {
    ways[0](bits);
    return;
  }
  const kept = new Int32Array(bits.length);
  for (const way of ways) {
    const some = bits.slice();
    way(some);
    unite(kept, some);
  }
  bits.set(kept);
}

function keepRange(bits: Bitset, segment: Segment, { field, bounds }: { field: string; bounds: RangeBounds }): void {
  if (bounds.kind === 'date') keepInRange(bits, segment.numbers('date', field), [bounds.from, bounds.to]);
  else if (bounds.kind === 'number') keepInRange(bits, segment.numbers('number', field), inclusiveBounds(bounds));
  else {
    const column = segment.keywords(field);
    if (column === null) bits.fill(0);
    else keepSelected(bits, column, selectRange(column.dictionary, bounds));
  }
}

/** The loops take closed bounds only, so an open bound becomes the neighbouring double. */
function inclusiveBounds(bounds: Extract<RangeBounds, { gt?: unknown }>): [number, number] {
  const from = Math.max(
    bounds.gte === undefined ? -Infinity : Number(bounds.gte),
    bounds.gt === undefined ? -Infinity : nextAfter(Number(bounds.gt), 1n),
  );
  const to = Math.min(
    bounds.lte === undefined ? Infinity : Number(bounds.lte),
    bounds.lt === undefined ? Infinity : nextAfter(Number(bounds.lt), -1n),
  );
  return [from, to];
}

/** The next larger (`step` 1) or smaller (`step` -1) double. */
function nextAfter(value: number, step: 1n | -1n): number {
  if (value === 0) return step === 1n ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  // Doubles of one sign are ordered like their bits as integers; for negative ones the order is reversed.
  bits.setBigInt64(0, bits.getBigInt64(0) + (value > 0 ? step : -step));
  return bits.getFloat64(0);
}

function documentsWith(field: string, { segment, deadline }: SearchedSegment): Bitset {
  const bits = emptyBitset(segment.documents);
  for (const type of ['keyword', 'number', 'boolean', 'date'] as const) {
    addDocumentsOf(segment.directory.find(type, field), bits);
  }
  // `metadata.author` exists in a document that has `metadata.author.name`. A date there is a keyword as well.
  if (fieldKind(field) !== 'metadata') return bits;
  for (const type of ['keyword', 'number', 'boolean'] as const) {
    const [from, to] = segment.directory.range(type, `${field}.`);
    for (let column = from; column < to; column++) {
      deadline.check();
      addDocumentsOf(segment.directory.column(column), bits);
    }
  }
  return bits;
}

function addDocumentsOf(column: ColumnEntry | null, bits: Bitset): void {
  if (column === null) return;
  if (column.docs === null) bits.set(fullBitset(column.arrays[0].length));
  else for (let entry = 0; entry < column.docs.length; entry++) addBit(bits, column.docs[entry]);
}

function keepSelected(bits: Bitset, column: KeywordColumn, selection: OrdinalSelection): void {
  const { docs, ordinals, count } = column;
  if (isEverything(column, selection)) return;
  if ('flags' in selection) {
    const { flags } = selection;
    if (docs === null) keepFlagged(bits, ordinals, flags);
    else keepEntries(bits, { docs, count }, (entry) => flags[ordinals[entry]] === 1);
  } else {
    const { from, to } = selection;
    if (docs === null) keepOrdinals(bits, ordinals, selection);
    else keepEntries(bits, { docs, count }, (entry) => ordinals[entry] >= from && ordinals[entry] < to);
  }
}

/** A clause on the language, for example, often holds for a whole segment: then no document need be tested. */
function isEverything({ docs, dictionary }: KeywordColumn, selection: OrdinalSelection): boolean {
  return docs === null && 'from' in selection && selection.from === 0 && selection.to === dictionary.size;
}

function keepInRange(bits: Bitset, column: NumberColumn | null, [from, to]: readonly [number, number]): void {
  if (column === null || from > to) {
    bits.fill(0);
    return;
  }
  const { docs, values, count } = column;
  if (docs === null) keepBetween(bits, values, [from, to]);
  else keepEntries(bits, { docs, count }, (entry) => values[entry] >= from && values[entry] <= to);
}

/** Keeps the documents with at least one accepted entry, for columns that are sparse or have several values. */
function keepEntries(
  bits: Bitset,
  { docs, count }: { docs: Uint32Array; count: number },
  accepts: (entry: number) => boolean,
): void {
  const accepted = new Int32Array(bits.length);
  for (let entry = 0; entry < count; entry++) if (accepts(entry)) addBit(accepted, docs[entry]);
  intersect(bits, accepted);
}

/**
 * Documents with all words of `text`, compared by stem. The text is analysed once for each language of the segment, because a
 * document's words are indexed in its own language. A text without words matches nothing.
 */
function matchingDocuments(segment: Segment, { field, text }: Extract<Clause, { kind: 'match' }>): Bitset {
  const bits = emptyBitset(segment.documents);
  for (const language of segment.languages()) {
    const column = segment.lexical(field, language);
    if (column === null) continue;
    const stems = new Set(analyze(text, language).map(({ stem }) => stem));
    if (stems.size === 0) continue;
    const matching = fullBitset(segment.documents);
    for (const stem of stems) intersect(matching, documentsWithStem(column, stem, segment.documents));
    unite(bits, matching);
  }
  return bits;
}

function documentsWithStem(column: LexicalColumn, stemText: string, documents: number): Bitset {
  const bits = emptyBitset(documents);
  const { stems, stemStarts, stemEntries } = column.vocabulary;
  const stem = stems.find(stemText);
  if (stem < 0) return bits;
  for (let i = stemStarts[stem]; i < stemStarts[stem + 1]; i++) {
    addDocuments(column, stemEntries[i], bits);
  }
  return bits;
}
