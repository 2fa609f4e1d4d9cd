import { addBit, type Bitset, emptyBitset } from '../bitset.js';
import type { LexicalColumn } from './lexical-column.js';
import { PostingCursor } from './posting-cursor.js';

/** The documents in which the terms follow one another, in the title or in the content. */
export function documentsWithPhrase(
  columns: readonly LexicalColumn[],
  terms: readonly string[],
  documents: number,
): Bitset {
  const bits = emptyBitset(documents);
  for (const column of columns) addPhrase(bits, column, terms);
  return bits;
}

/** Goes through the documents of the rarest term and looks for the others beside it. */
function addPhrase(bits: Bitset, column: LexicalColumn, terms: readonly string[]): void {
  const ordinals = terms.map((term) => column.vocabulary.terms.find(term));
  if (ordinals.length === 0 || ordinals.includes(-1)) return;
  const { postings } = column;
  const sizes = ordinals.map((ordinal) => postings[ordinal + 1] - postings[ordinal]);
  const cursors = ordinals.map((ordinal) => new PostingCursor(column, ordinal));
  const rarest = cursors[sizes.indexOf(Math.min(...sizes))];
  for (; !rarest.atEnd; rarest.next()) {
    const { document } = rarest;
    if (cursors.every((cursor) => cursor.goTo(document)) && follow(cursors)) addBit(bits, document);
  }
}

/** Whether the terms stand one after the other somewhere in the document that all cursors are at. */
function follow([first, ...others]: readonly PostingCursor[]): boolean {
  let starts = first.positions();
  others.forEach((cursor, i) => {
    if (starts.length > 0) starts = followedBy(starts, cursor.positions(), i + 1);
  });
  return starts.length > 0;
}

/** The starts at which one of the positions lies at a distance. Both ascend. */
function followedBy(starts: readonly number[], positions: readonly number[], distance: number): number[] {
  let next = 0;
  return starts.filter((start) => {
    while (next < positions.length && positions[next] < start + distance) next++;
    return positions[next] === start + distance;
  });
}
