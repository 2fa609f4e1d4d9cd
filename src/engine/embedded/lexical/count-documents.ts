import type { Bitset } from '../segment/bitset.js';
import type { LexicalColumn } from './lexical-column.js';

/** The postings of a term in one field. */
interface TermInField {
  column: LexicalColumn;
  term: number;
}

/** The documents met while they are counted, and none between two calls: most terms are in few, and a new set would take longer to make. */
let met: Bitset = new Int32Array(0);

/** How many documents of a scope have any of the terms, which are all of one segment. */
export function countDocuments(terms: readonly TermInField[], scope: Bitset): number {
  if (met.length < scope.length) met = new Int32Array(scope.length);
  let count = 0;
  let postings = 0;
  for (const { column, term } of terms) {
    count += countNew(column, term, scope);
    postings += column.postings[term + 1] - column.postings[term];
  }
  if (postings > scope.length) met.fill(0, 0, scope.length);
  else for (const { column, term } of terms) forget(column, term);
  return count;
}

function countNew({ postings, gaps, frequencies }: LexicalColumn, term: number, scope: Bitset): number {
  const end = postings[term + 1];
  let document = 0;
  let count = 0;
  for (let posting = postings[term]; posting < end; posting++) {
    document += gaps[posting];
    if (frequencies[posting] === 0) continue;
    const place = document >>> 5;
    const bit = 1 << (document & 31);
    if ((scope[place] & ~met[place] & bit) !== 0) count++;
    met[place] |= bit;
  }
  return count;
}

function forget({ postings, gaps }: LexicalColumn, term: number): void {
  const end = postings[term + 1];
  let document = 0;
  for (let posting = postings[term]; posting < end; posting++) {
    document += gaps[posting];
    met[document >>> 5] = 0;
  }
}
