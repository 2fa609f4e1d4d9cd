import type { Phrase } from '../query/analyse-query.js';
import { addBit, type Bitset, emptyBitset, hasBit } from '../segment/bitset.js';
import type { LexicalColumn } from './lexical-column.js';
import { PostingCursor } from './postings.js';

/** The documents in which the terms follow one another, in the title or in the content. */
export function documentsWithPhrase(columns: readonly LexicalColumn[], phrase: Phrase, documents: number): Bitset {
  const bits = emptyBitset(documents);
  visitPhrase(columns, phrase, { couldHave: () => true, visit: (document) => addBit(bits, document) });
  return bits;
}

/** Whether one of the documents has the phrase. Once one is found, others are not looked at. */
export function hasPhrase(columns: readonly LexicalColumn[], phrase: Phrase, among: Bitset): boolean {
  let isFound = false;
  visitPhrase(columns, phrase, {
    couldHave: (document) => !isFound && hasBit(among, document),
    visit: () => {
      isFound = true;
    },
  });
  return isFound;
}

interface PhraseVisitor {
  /** False for a document that need not be looked at. */
  couldHave(document: number): boolean;
  /** Once for each field that has the phrase; `ends` are the positions of its last term. */
  visit(document: number, ends: readonly number[]): void;
}

/** The columns are fields of one language, with the same vocabulary. */
export function visitPhrase(columns: readonly LexicalColumn[], phrase: Phrase, visitor: PhraseVisitor): void {
  if (columns.length === 0 || phrase.terms.length === 0) return;
  const ordinals = phrase.terms.map((term) => columns[0].vocabulary.terms.find(term));
  if (ordinals.includes(-1)) return;
  for (const column of columns) visitInColumn({ column, ordinals, phrase }, visitor);
}

interface PhraseInColumn {
  column: LexicalColumn;
  /** Ordinals of the phrase's terms. */
  ordinals: readonly number[];
  phrase: Phrase;
}

/**
 * Iterates over the documents of the rarest term and looks for the other terms there, the next rarest first: most documents
 * lack one of them, so the long lists of common terms are mostly skipped.
 */
function visitInColumn({ column, ordinals, phrase }: PhraseInColumn, { couldHave, visit }: PhraseVisitor): void {
  const { postings } = column;
  const sizeOf = (ordinal: number) => postings[ordinal + 1] - postings[ordinal];
  const cursors = ordinals.map((ordinal) => new PostingCursor(column, ordinal));
  const byRarity = [...cursors.keys()].sort((a, b) => sizeOf(ordinals[a]) - sizeOf(ordinals[b])).map((i) => cursors[i]);
  for (const [rarest] = byRarity; !rarest.atEnd; rarest.next()) {
    const { document } = rarest;
    if (!couldHave(document)) continue;
    if (!byRarity.every((cursor) => cursor.goTo(document))) continue;
    const ends = endsOf(cursors, phrase);
    if (ends.length > 0) visit(document, ends);
  }
}

/** Where the terms end that occur at the distances that the phrase asks for, in the document that all cursors are at. */
function endsOf(cursors: readonly PostingCursor[], { of, steps }: Phrase): number[] {
  let places = cursors[0].positions();
  for (let i = 1; i < cursors.length && places.length > 0; i++) {
    const step = steps?.[i - 1] ?? 1;
    const distance = of === 'words' ? { nearest: step, farthest: step } : { nearest: 0, farthest: 1 };
    places = following(places, cursors[i].positions(), distance);
  }
  return places;
}

/** The positions that are `nearest` to `farthest` behind one of the places. Both lists ascend. */
function following(
  places: readonly number[],
  positions: readonly number[],
  { nearest, farthest }: { nearest: number; farthest: number },
): number[] {
  let next = 0;
  return positions.filter((position) => {
    while (next < places.length && places[next] < position - farthest) next++;
    return places[next] <= position - nearest;
  });
}
