import { type LexicalColumn, MANY } from './lexical-column.js';
import { NumberReader } from './positions.js';

/**
 * Goes through the documents that have a term in one field. Positions are read only of those that somebody asks them of: of the
 * others it is counted how many to pass over.
 */
export class PostingCursor {
  document = 0;
  frequency = 0;
  atEnd = false;
  private following: number;
  private readonly end: number;
  private readonly reader: NumberReader;
  /** How many positions the reader has to pass over to come to those of the document at hand. */
  private unread = 0;
  /** How many that document has; -1 until somebody asks. Then it is known where their bytes begin, and where the first one does. */
  private count = -1;
  private start = 0;
  private first = 0;

  constructor(
    readonly column: LexicalColumn,
    term: number,
  ) {
    this.following = column.postings[term];
    this.end = column.postings[term + 1];
    this.reader = new NumberReader(column.positions, column.positionStarts[term]);
    this.advance(0);
  }

  next(): void {
    this.leave();
    this.advance(this.document + 1);
  }

  /** Whether the term is in this document, which is not before the one at hand. */
  goTo(document: number): boolean {
    if (!this.atEnd && this.document < document) {
      this.leave();
      this.advance(document);
    }
    return !this.atEnd && this.document === document;
  }

  /** In the document at hand, ascending. */
  positions(): number[] {
    this.locate();
    const reader = new NumberReader(this.column.positions, this.first);
    const positions: number[] = [];
    for (let position = 0; positions.length < this.count; ) {
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
    this.locate();
    return this.column.positions[this.first] === 0;
  }

  /** From where to where the positions in the document at hand are written. */
  get positionBytes(): [start: number, end: number] {
    this.locate();
    const reader = new NumberReader(this.column.positions, this.first);
    reader.skip(this.count);
    return [this.start, reader.place];
  }

  /** To the first document from the given one on. */
  private advance(document: number): void {
    const { gaps, frequencies } = this.column;
    const { end, reader } = this;
    let { following, document: at, unread } = this;
    let frequency = 0;
    while (following < end) {
      at += gaps[following];
      frequency = frequencies[following++];
      // A long gap may end at a document that does not have the term.
      if (at >= document && frequency !== 0) break;
      if (frequency === MANY) {
        reader.skip(unread);
        unread = reader.next();
      } else unread += frequency;
      frequency = 0;
    }
    this.following = following;
    this.document = at;
    this.unread = unread;
    this.frequency = frequency;
    this.atEnd = frequency === 0;
  }

  /** From now on the positions of the document at hand are among those to pass over. */
  private leave(): void {
    if (this.frequency === MANY) this.locate();
    if (this.count < 0) this.unread += this.frequency;
    else this.unread = this.count;
    this.count = -1;
  }

  /** Brings the reader to the positions of the document at hand. */
  private locate(): void {
    if (this.count >= 0) return;
    this.reader.skip(this.unread);
    this.unread = 0;
    this.start = this.reader.place;
    this.count = this.frequency === MANY ? this.reader.next() : this.frequency;
    this.first = this.reader.place;
  }
}
