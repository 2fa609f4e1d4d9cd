import { GrowingArray } from '../segment/growing-array.js';
import { type LexicalColumn, LONG_GAP, MANY } from './lexical-column.js';
import { writePositions } from './positions.js';
import type { PostingCursor } from './posting-cursor.js';

/** Writes the postings of one term after the other, and of each term one document after the other. */
export class PostingWriter {
  private readonly postings: Uint32Array;
  private readonly positionStarts: Uint32Array;
  private readonly gaps = new GrowingArray(Uint16Array);
  private readonly frequencies = new GrowingArray(Uint8Array);
  private readonly positions = new GrowingArray(Uint8Array);
  private terms = 0;
  private document = 0;

  constructor(terms: number) {
    this.postings = new Uint32Array(terms + 1);
    this.positionStarts = new Uint32Array(terms + 1);
  }

  add(document: number, positions: readonly number[]): void {
    this.addDocument(document, Math.min(MANY, positions.length));
    writePositions(this.positions, positions);
  }

  /** The posting that a cursor is at, under another number: its positions are written the same way here. */
  copy(document: number, { frequency, column, positionBytes: [start, end] }: PostingCursor): void {
    this.addDocument(document, frequency);
    this.positions.append(column.positions, start, end);
  }

  endTerm(): void {
    this.terms++;
    this.document = 0;
    this.postings[this.terms] = this.gaps.length;
    this.positionStarts[this.terms] = this.positions.length;
  }

  finish(): Omit<LexicalColumn, 'vocabulary'> {
    const { postings, positionStarts } = this;
    return {
      postings,
      gaps: this.gaps.view(),
      frequencies: this.frequencies.view(),
      positionStarts,
      positions: this.positions.view(),
    };
  }

  private addDocument(document: number, frequency: number): void {
    let gap = document - this.document;
    for (; gap >= LONG_GAP; gap -= LONG_GAP) {
      this.gaps.push(LONG_GAP);
      this.frequencies.push(0);
    }
    this.gaps.push(gap);
    this.frequencies.push(frequency);
    this.document = document;
  }
}
