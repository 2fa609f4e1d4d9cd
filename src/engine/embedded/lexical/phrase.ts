import { addBit, type Bitset, emptyBitset } from '../bitset.js';
import type { LexicalColumn } from './lexical-column.js';
import type { LexicalColumns } from './word-variants.js';

/** The documents in which the terms follow one another, in the title or in the content. */
export function documentsWithPhrase(columns: LexicalColumns, terms: readonly string[], documents: number): Bitset {
  const bits = emptyBitset(documents);
  for (const column of columns.values()) addPhrase(bits, column, terms);
  return bits;
}

function addPhrase(bits: Bitset, column: LexicalColumn, terms: readonly string[]): void {
  const ordinals = terms.map((term) => column.terms.find(term));
  if (ordinals.length === 0 || ordinals.includes(-1)) return;
  let starts = positionsByDocument(column, ordinals[0]);
  for (let i = 1; i < ordinals.length && starts.size > 0; i++) {
    starts = followedBy(starts, positionsByDocument(column, ordinals[i]), i);
  }
  for (const document of starts.keys()) addBit(bits, document);
}

type Positions = Map<number, Uint16Array>;

function positionsByDocument(column: LexicalColumn, term: number): Positions {
  const positions: Positions = new Map();
  let start = column.positionStarts[term];
  for (let posting = column.postings[term]; posting < column.postings[term + 1]; posting++) {
    const end = start + column.frequencies[posting];
    positions.set(column.docs[posting], column.positions.subarray(start, end));
    start = end;
  }
  return positions;
}

/** Those starts of a phrase at which the next term stands in its place. */
function followedBy(starts: Positions, next: Positions, distance: number): Positions {
  const kept: Positions = new Map();
  for (const [document, positions] of starts) {
    const places = new Set(next.get(document) ?? []);
    const remaining = positions.filter((position) => places.has(position + distance));
    if (remaining.length > 0) kept.set(document, remaining);
  }
  return kept;
}
