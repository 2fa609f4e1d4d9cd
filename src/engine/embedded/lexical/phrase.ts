import type { Phrase } from '../../engine.js';
import { addBit, type Bitset, emptyBitset } from '../bitset.js';
import type { LexicalColumn } from './lexical-column.js';
import { PostingCursor } from './posting-cursor.js';

/** The documents in which the terms follow one another, in the title or in the content. */
export function documentsWithPhrase(columns: readonly LexicalColumn[], phrase: Phrase, documents: number): Bitset {
  const bits = emptyBitset(documents);
  for (const column of columns) addPhrase(bits, column, phrase);
  return bits;
}

/** Goes through the documents of the rarest term and looks for the others beside it. */
function addPhrase(bits: Bitset, column: LexicalColumn, { terms, of }: Phrase): void {
  const ordinals = terms.map((term) => column.vocabulary.terms.find(term));
  if (ordinals.length === 0 || ordinals.includes(-1)) return;
  const { postings } = column;
  const sizes = ordinals.map((ordinal) => postings[ordinal + 1] - postings[ordinal]);
  const cursors = ordinals.map((ordinal) => new PostingCursor(column, ordinal));
  const rarest = cursors[sizes.indexOf(Math.min(...sizes))];
  const nearest = of === 'words' ? 1 : 0;
  for (; !rarest.atEnd; rarest.next()) {
    const { document } = rarest;
    if (cursors.every((cursor) => cursor.goTo(document)) && follow(cursors, nearest)) addBit(bits, document);
  }
}

/** Whether each term stands at the next place, or as near as `nearest`, somewhere in the document that all cursors are at. */
function follow([first, ...others]: readonly PostingCursor[], nearest: number): boolean {
  let places = first.positions();
  for (const cursor of others) {
    if (places.length > 0) places = following(places, cursor.positions(), nearest);
  }
  return places.length > 0;
}

/** Those of the positions that lie so far, up to 1, behind one of the places. Both ascend. */
function following(places: readonly number[], positions: readonly number[], nearest: number): number[] {
  let next = 0;
  return positions.filter((position) => {
    while (next < places.length && places[next] < position - 1) next++;
    return places[next] <= position - nearest;
  });
}
