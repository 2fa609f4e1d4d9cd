import { addBit, type Bitset, documentsOf, emptyBitset, hasBit } from '../segment/bitset.js';
import type { LexicalColumn } from './lexical-column.js';
import { PostingCursor } from './posting-cursor.js';

let worthOfTitles = new Float64Array(0);

/** Memory that is used again. What is in it counts only for titles that were found since. */
function worthFor(documents: number): Float64Array {
  if (worthOfTitles.length < documents) worthOfTitles = new Float64Array(documents);
  return worthOfTitles;
}

/** Among some titles, what the best word of each is worth that stands for a word of the query. */
export class BestWords {
  private readonly found: Bitset;
  private readonly worth: Float64Array;

  constructor(
    private readonly column: LexicalColumn,
    /** After `finish` those that have such a word. */
    private readonly titles: Bitset,
  ) {
    this.found = emptyBitset(titles.length * 32);
    this.worth = worthFor(titles.length * 32);
  }

  /** Takes a term for the word; a title that begins with it gets `atStart` more. */
  add(term: number, value: number, atStart: number): void {
    const { titles, found, worth } = this;
    const { postings, gaps, frequencies } = this.column;
    const opening = atStart > 0 ? openingPostings(this.column) : null;
    let document = 0;
    for (let posting = postings[term]; posting < postings[term + 1]; posting++) {
      document += gaps[posting];
      if (!hasBit(titles, document) || frequencies[posting] === 0) continue;
      const total = opening !== null && hasBit(opening, posting) ? value + atStart : value;
      if (!hasBit(found, document) || total > worth[document]) worth[document] = total;
      addBit(found, document);
    }
  }

  /** Adds what was found to the scores. */
  finish(scores: Float64Array): void {
    for (const document of documentsOf(this.found)) scores[document] += this.worth[document];
    this.titles.set(this.found);
  }
}

const openings = new WeakMap<LexicalColumn, Bitset>();

/** The postings of terms that a text begins with: a bit for each posting, found out once for a column. */
function openingPostings(column: LexicalColumn): Bitset {
  const known = openings.get(column);
  if (known !== undefined) return known;
  const bits = emptyBitset(column.gaps.length);
  for (let term = 0; term < column.vocabulary.terms.size; term++) {
    for (const cursor = new PostingCursor(column, term); !cursor.atEnd; cursor.next()) {
      if (cursor.opensText) addBit(bits, cursor.posting);
    }
  }
  openings.set(column, bits);
  return bits;
}
