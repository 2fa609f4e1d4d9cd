import type { Phrase } from '../../query/analyse-query.js';
import { phraseEnds } from '../../query/phrase-ends.js';
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
    const ends = phraseEnds(phrase, (term) => cursors[term].positions());
    if (ends.length > 0) visit(document, ends);
  }
}
