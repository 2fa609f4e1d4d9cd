import { addBit, type Bitset, emptyBitset } from '../bitset.js';
import type { LexicalColumn } from './lexical-column.js';
import type { LexicalColumns } from './word-variants.js';

/** The documents in which the terms follow one another, in the title or in the content. */
export function documentsWithPhrase(columns: LexicalColumns, terms: readonly string[], documents: number): Bitset {
  const bits = emptyBitset(documents);
  for (const column of columns.values()) addPhrase(bits, column, terms);
  return bits;
}

/** Goes through the documents of the rarest term and looks for the others beside it. */
function addPhrase(bits: Bitset, column: LexicalColumn, terms: readonly string[]): void {
  const ordinals = terms.map((term) => column.terms.find(term));
  if (ordinals.length === 0 || ordinals.includes(-1)) return;
  const cursors = ordinals.map((ordinal) => new TermCursor(column, ordinal));
  const rarest = cursors.reduce((best, cursor) => (cursor.count < best.count ? cursor : best));
  for (; !rarest.atEnd; rarest.next()) {
    const { document } = rarest;
    if (cursors.every((cursor) => cursor.goTo(document)) && follow(column, cursors)) addBit(bits, document);
  }
}

/** Whether the terms stand one after the other somewhere in the document that all cursors are at. */
function follow({ positions }: LexicalColumn, [first, ...others]: readonly TermCursor[]): boolean {
  for (let place = first.place; place < first.place + first.frequency; place++) {
    const start = positions[place];
    if (others.every((cursor, i) => cursor.standsAt(start + i + 1))) return true;
  }
  return false;
}

/** Stands on one document of a term, and knows where its positions in it begin. */
class TermCursor {
  place: number;
  private posting: number;
  private readonly end: number;

  constructor(
    private readonly column: LexicalColumn,
    term: number,
  ) {
    this.posting = column.postings[term];
    this.end = column.postings[term + 1];
    this.place = column.positionStarts[term];
  }

  /** Documents to come, the one at hand included. */
  get count(): number {
    return this.end - this.posting;
  }

  get atEnd(): boolean {
    return this.posting === this.end;
  }

  get document(): number {
    return this.column.docs[this.posting];
  }

  get frequency(): number {
    return this.column.frequencies[this.posting];
  }

  next(): void {
    this.place += this.frequency;
    this.posting++;
  }

  /** Whether the term is in this document, which is not before the one at hand. */
  goTo(document: number): boolean {
    while (!this.atEnd && this.document < document) this.next();
    return !this.atEnd && this.document === document;
  }

  standsAt(position: number): boolean {
    const { positions } = this.column;
    const end = this.place + this.frequency;
    for (let place = this.place; place < end; place++) if (positions[place] === position) return true;
    return false;
  }
}
