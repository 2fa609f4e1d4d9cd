import { GrowingArray } from '../segment/growing-array.js';
import { type LexicalColumn, LONG_GAP, MANY } from './lexical-column.js';

/** Writes postings entry by entry of a vocabulary, and those of an entry in ascending order of document. */
export class PostingWriter {
  readonly #postings: Uint32Array;
  readonly #positionStarts: Uint32Array;
  readonly #gaps = new GrowingArray(Uint16Array);
  readonly #frequencies = new GrowingArray(Uint8Array);
  readonly #positions = new GrowingArray(Uint8Array);
  #entries = 0;
  #document = 0;

  constructor(entries: number) {
    this.#postings = new Uint32Array(entries + 1);
    this.#positionStarts = new Uint32Array(entries + 1);
  }

  add(document: number, positions: readonly number[]): void {
    this.#addDocument(document, Math.min(MANY, positions.length));
    writePositions(this.#positions, positions);
  }

  /** Copies the posting that a cursor is at, under another document number. The encoded positions are copied as they are. */
  copy(document: number, { frequency, column, positionBytes: [start, end] }: PostingCursor): void {
    this.#addDocument(document, frequency);
    this.#positions.append(column.positions, start, end);
  }

  endEntry(): void {
    this.#entries++;
    this.#document = 0;
    this.#postings[this.#entries] = this.#gaps.length;
    this.#positionStarts[this.#entries] = this.#positions.length;
  }

  finish(): Omit<LexicalColumn, 'vocabulary'> {
    return {
      postings: this.#postings,
      gaps: this.#gaps.view(),
      frequencies: this.#frequencies.view(),
      positionStarts: this.#positionStarts,
      positions: this.#positions.view(),
    };
  }

  #addDocument(document: number, frequency: number): void {
    let gap = document - this.#document;
    for (; gap >= LONG_GAP; gap -= LONG_GAP) {
      this.#gaps.push(LONG_GAP);
      this.#frequencies.push(0);
    }
    this.#gaps.push(gap);
    this.#frequencies.push(frequency);
    this.#document = document;
  }
}

/**
 * The positions of a word in one text are delta-encoded varints (LEB128): the distance from the previous position (the first
 * from 0), seven bits to a byte, low bits first, with the highest bit set in all bytes but the last. If the word occurs
 * `MANY` times or more, the count comes first, encoded in the same way.
 */
function writePositions(target: GrowingArray<Uint8Array>, positions: readonly number[]): void {
  if (positions.length >= MANY) writeNumber(target, positions.length);
  let previous = 0;
  for (const position of positions) {
    writeNumber(target, position - previous);
    previous = position;
  }
}

function writeNumber(target: GrowingArray<Uint8Array>, value: number): void {
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) target.push((rest & 0x7f) | 0x80);
  target.push(rest);
}

/**
 * Iterates over the documents that have an entry in one field. Positions are decoded only on demand: for other documents the
 * cursor just counts how many to skip.
 */
export class PostingCursor {
  document = 0;
  frequency = 0;
  atEnd = false;
  #following: number;
  readonly #end: number;
  readonly #reader: NumberReader;
  /** Positions that the reader must skip to reach those of the current document. */
  #unread = 0;
  /** How many positions the current document has; -1 until they are located. `#start` and `#first` are valid from then on. */
  #count = -1;
  /** Where the bytes of its positions begin. */
  #start = 0;
  /** The same without the count that may precede them: where the first position is. */
  #first = 0;

  constructor(
    readonly column: LexicalColumn,
    entry: number,
  ) {
    this.#following = column.postings[entry];
    this.#end = column.postings[entry + 1];
    this.#reader = new NumberReader(column.positions, column.positionStarts[entry]);
    this.#advance(0);
  }

  next(): void {
    this.#leave();
    this.#advance(this.document + 1);
  }

  /** Whether the term is in a document, which must not be before the current one. */
  goTo(document: number): boolean {
    if (!this.atEnd && this.document < document) {
      this.#leave();
      this.#advance(document);
    }
    return !this.atEnd && this.document === document;
  }

  /** Positions in the current document, ascending. */
  positions(): number[] {
    this.#locate();
    const reader = new NumberReader(this.column.positions, this.#first);
    const positions: number[] = [];
    for (let position = 0; positions.length < this.#count; ) {
      position += reader.next();
      positions.push(position);
    }
    return positions;
  }

  /** The number of the current posting in its column. */
  get posting(): number {
    return this.#following - 1;
  }

  /** Whether the term is the first word of the current document. */
  get opensText(): boolean {
    this.#locate();
    return this.column.positions[this.#first] === 0;
  }

  /** The byte range that holds the positions in the current document. */
  get positionBytes(): [start: number, end: number] {
    this.#locate();
    const reader = new NumberReader(this.column.positions, this.#first);
    reader.skip(this.#count);
    return [this.#start, reader.place];
  }

  /** Moves to the first document that is not before the given one. */
  #advance(document: number): void {
    const { gaps, frequencies } = this.column;
    const end = this.#end;
    const reader = this.#reader;
    let following = this.#following;
    let at = this.document;
    let unread = this.#unread;
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
    this.#following = following;
    this.document = at;
    this.#unread = unread;
    this.frequency = frequency;
    this.atEnd = frequency === 0;
  }

  /** Adds the positions of the current document to those to skip. */
  #leave(): void {
    if (this.frequency === MANY) this.#locate();
    if (this.#count < 0) this.#unread += this.frequency;
    else this.#unread = this.#count;
    this.#count = -1;
  }

  /** Moves the reader to the positions of the current document. */
  #locate(): void {
    if (this.#count >= 0) return;
    this.#reader.skip(this.#unread);
    this.#unread = 0;
    this.#start = this.#reader.place;
    this.#count = this.frequency === MANY ? this.#reader.next() : this.frequency;
    this.#first = this.#reader.place;
  }
}

/** Reads varints one after the other. Past the end it reads zeros, so that damaged data can't cause an endless loop. */
class NumberReader {
  readonly #bytes: Uint8Array;
  /** Where the next number begins. */
  place: number;

  constructor(bytes: Uint8Array, place: number) {
    this.#bytes = bytes;
    this.place = place;
  }

  next(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.place++];
      value |= (byte & 0x7f) << shift;
      if (!(byte > 0x7f)) return value;
    }
  }

  skip(count: number): void {
    for (let left = count; left > 0; ) if (!(this.#bytes[this.place++] > 0x7f)) left--;
  }
}
