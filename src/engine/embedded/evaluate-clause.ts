import { fieldKind } from '../../domain/field.js';
import type { Clause, FieldValue, RangeBounds } from '../../domain/filter.js';
import { analyze } from '../../text/analysis/analyze.js';
import { addBit, type Bitset, emptyBitset, fullBitset, intersect, unite } from './bitset.js';
import type { EntryColumn, KeywordColumn, NumberColumn, NumberColumnType } from './column.js';
import type { Deadline } from './deadline.js';
import type { LexicalColumn } from './lexical/lexical-column.js';
import { type OrdinalSelection, selectPrefix, selectRange, selectTerms, selectWildcard } from './ordinal-selection.js';
import type { Segment } from './segment.js';

type LeafClause = Exclude<Clause, { kind: 'bool' }>;

/** The documents of a segment, deleted ones included, that satisfy one clause. */
export function evaluateClause(segment: Segment, clause: LeafClause, deadline: Deadline): Bitset {
  deadline.check();
  const bits = emptyBitset(segment.documents);
  const byKeyword = (field: string, select: (column: KeywordColumn) => OrdinalSelection) => {
    const column = segment.keywords(field);
    if (column !== null) addSelected(bits, column, select(column));
  };
  switch (clause.kind) {
    case 'terms':
      addTerms(bits, segment, clause);
      break;
    case 'range':
      addRange(bits, segment, clause);
      break;
    case 'exists':
      addExisting(bits, segment, clause.field);
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
      addMatching(bits, segment, clause);
      break;
  }
  return bits;
}

function addTerms(bits: Bitset, segment: Segment, { field, values }: { field: string; values: FieldValue[] }): void {
  const texts = values.filter((value) => typeof value === 'string');
  const keywords = texts.length > 0 ? segment.keywords(field) : null;
  if (keywords !== null) addSelected(bits, keywords, selectTerms(keywords.dictionary, texts));
  for (const value of values) {
    if (typeof value === 'number') addBetween(bits, segment.numbers('number', field), [value, value]);
    else if (typeof value === 'boolean') addBetween(bits, segment.numbers('boolean', field), [+value, +value]);
  }
}

function addRange(bits: Bitset, segment: Segment, { field, bounds }: { field: string; bounds: RangeBounds }): void {
  if (bounds.kind === 'date') addBetween(bits, segment.numbers('date', field), [bounds.from, bounds.to]);
  else if (bounds.kind === 'number') addBetween(bits, segment.numbers('number', field), inclusiveBounds(bounds));
  else {
    const column = segment.keywords(field);
    if (column !== null) addSelected(bits, column, selectRange(column.dictionary, bounds));
  }
}

/** The loops compare with closed bounds only: the neighbouring number turns an open one into a closed one. */
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

const bitsOfNumber = new DataView(new ArrayBuffer(8));

/** The next larger (`step` 1) or smaller (`step` -1) double. */
function nextAfter(value: number, step: 1n | -1n): number {
  if (value === 0) return step === 1n ? Number.MIN_VALUE : -Number.MIN_VALUE;
  bitsOfNumber.setFloat64(0, value);
  // Doubles of one sign are ordered as their bits are; below zero the order is reversed.
  bitsOfNumber.setBigInt64(0, bitsOfNumber.getBigInt64(0) + (value > 0 ? step : -step));
  return bitsOfNumber.getFloat64(0);
}

const EXISTENCE_TYPES: NumberColumnType[] = ['number', 'boolean', 'date'];

function addExisting(bits: Bitset, segment: Segment, field: string): void {
  addEntries(bits, segment.keywords(field));
  for (const type of EXISTENCE_TYPES) addEntries(bits, segment.numbers(type, field));
  // `metadata.author` exists in a document that has `metadata.author.name`.
  if (fieldKind(field) !== 'metadata') return;
  for (const column of segment.columns()) {
    if (!column.field.startsWith(`${field}.`)) continue;
    if (column.type === 'keyword') addEntries(bits, segment.keywords(column.field));
    else if (column.type === 'number' || column.type === 'boolean') {
      addEntries(bits, segment.numbers(column.type, column.field));
    }
  }
}

function addEntries(bits: Bitset, column: EntryColumn | null): void {
  if (column === null) return;
  const { docs, count } = column;
  if (docs === null) unite(bits, fullBitset(count));
  else for (let entry = 0; entry < count; entry++) addBit(bits, docs[entry]);
}

function addSelected(bits: Bitset, column: KeywordColumn, selection: OrdinalSelection): void {
  if ('flags' in selection) addFlagged(bits, column, selection.flags);
  else if (selection.from < selection.to) addOrdinals(bits, column, selection);
}

// The loops below run over every document of a segment. Where a column is dense they gather 32 answers in a register
// before they touch memory: about three times as fast as setting bits one by one.

function addFlagged(bits: Bitset, { docs, ordinals, count }: KeywordColumn, flags: Uint8Array): void {
  if (docs !== null) {
    for (let entry = 0; entry < count; entry++) if (flags[ordinals[entry]] === 1) addBit(bits, docs[entry]);
    return;
  }
  for (let start = 0; start < count; start += 32) {
    const end = Math.min(count, start + 32);
    let word = 0;
    for (let document = start; document < end; document++) word |= flags[ordinals[document]] << (document & 31);
    bits[start >>> 5] |= word;
  }
}

function addOrdinals(bits: Bitset, { docs, ordinals, count }: KeywordColumn, run: { from: number; to: number }): void {
  const { from, to } = run;
  if (docs !== null) {
    for (let entry = 0; entry < count; entry++) {
      const ordinal = ordinals[entry];
      if (ordinal >= from && ordinal < to) addBit(bits, docs[entry]);
    }
    return;
  }
  for (let start = 0; start < count; start += 32) {
    const end = Math.min(count, start + 32);
    let word = 0;
    for (let document = start; document < end; document++) {
      const ordinal = ordinals[document];
      word |= (ordinal >= from && ordinal < to ? 1 : 0) << (document & 31);
    }
    bits[start >>> 5] |= word;
  }
}

function addBetween(bits: Bitset, column: NumberColumn | null, [from, to]: readonly [number, number]): void {
  if (column === null || from > to) return;
  const { docs, values, count } = column;
  if (docs !== null) {
    for (let entry = 0; entry < count; entry++) {
      const value = values[entry];
      if (value >= from && value <= to) addBit(bits, docs[entry]);
    }
    return;
  }
  for (let start = 0; start < count; start += 32) {
    const end = Math.min(count, start + 32);
    let word = 0;
    for (let document = start; document < end; document++) {
      const value = values[document];
      word |= (value >= from && value <= to ? 1 : 0) << (document & 31);
    }
    bits[start >>> 5] |= word;
  }
}

/**
 * Documents with all words of `text`. A document is in one language, so the text is read once for each language that the
 * segment has; words of the same stem count as the same. A text without a single word matches nothing.
 */
function addMatching(bits: Bitset, segment: Segment, { field, text }: Extract<Clause, { kind: 'match' }>): void {
  for (const language of segment.languages()) {
    const column = segment.lexical(field, language);
    if (column === null) continue;
    const stems = new Set(analyze(text, language).map(({ stem }) => stem));
    if (stems.size === 0) continue;
    const matching = fullBitset(segment.documents);
    for (const stem of stems) intersect(matching, documentsWithStem(column, stem, segment.documents));
    unite(bits, matching);
  }
}

function documentsWithStem(column: LexicalColumn, stemText: string, documents: number): Bitset {
  const bits = emptyBitset(documents);
  const stem = column.stems.find(stemText);
  if (stem < 0) return bits;
  for (let i = column.stemStarts[stem]; i < column.stemStarts[stem + 1]; i++) {
    const term = column.stemTerms[i];
    for (let posting = column.postings[term]; posting < column.postings[term + 1]; posting++) {
      addBit(bits, column.docs[posting]);
    }
  }
  return bits;
}
