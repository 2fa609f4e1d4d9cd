import { type LexicalColumn, MANY } from './lexical-column.js';
import { NumberReader } from './positions.js';

/** Goes through the documents that have a term in one field, and knows where its positions in each are. */
export class PostingCursor {
  document = 0;
  frequency = 0;
  atEnd = false;
  private following: number;
  private readonly end: number;
  /** The bytes of the positions in the document at hand: where they begin, where the first one does, and where they end. */
  private start = 0;
  private first = 0;
  private readonly reader: NumberReader;

  constructor(
    readonly column: LexicalColumn,
    term: number,
  ) {
    this.following = column.postings[term];
    this.end = column.postings[term + 1];
    this.reader = new NumberReader(column.positions, column.positionStarts[term]);
    this.next();
  }

  next(): void {
    const { gaps, frequencies } = this.column;
    this.frequency = 0;
    while (this.frequency === 0 && this.following < this.end) {
      this.document += gaps[this.following];
      this.frequency = frequencies[this.following++];
    }
    this.atEnd = this.frequency === 0;
    if (!this.atEnd) this.passPositions();
  }

  /** Whether the term is in this document, which is not before the one at hand. */
  goTo(document: number): boolean {
    while (!this.atEnd && this.document < document) this.next();
    return !this.atEnd && this.document === document;
  }

  /** In the document at hand, ascending. */
  positions(): number[] {
    const reader = new NumberReader(this.column.positions, this.first);
    const positions: number[] = [];
    for (let position = 0; reader.place < this.reader.place; ) {
      position += reader.next();
      positions.push(position);
    }
    return positions;
  }

  /** The number of the posting at hand in its column. */
  get posting(): number {
    return this.following - 1;
  }

  /** Whether the term is the first word of the document at hand. */
  get opensText(): boolean {
    return this.column.positions[this.first] === 0;
  }

  /** From where to where the positions in the document at hand are written. */
  get positionBytes(): [start: number, end: number] {
    return [this.start, this.reader.place];
  }

  private passPositions(): void {
    this.start = this.reader.place;
    const count = this.frequency === MANY ? this.reader.next() : this.frequency;
    this.first = this.reader.place;
    this.reader.skip(count);
  }
}
