import { isUnspaced } from '../../text/unspaced-scripts.js';
import { MARKER, PART_OF_MARKER } from './no-answer.js';

/** Three digits at most: a longer number in brackets is a year, not a source. */
const CITATION = /\[(\d{1,3}(?:\s*[,;–-]\s*\d{1,3}){0,9})\]/y;
/** What may become a citation with the next piece. */
const PART_OF_CITATION = /\[[\d,;\s–-]{0,40}$/y;
const LETTER = /[\p{L}\p{N}\p{M}_]/uy;
const SPACE = /\s+/y;
const TICKS = /`+/y;
const FENCE = /(`{3,}|~{3,})[^\n]*/y;
const PART_OF_FENCE = /(?:`{1,2}|~{1,2}|(?:`{3,}|~{3,})[^\n]*)$/y;
/** What may stand before a fence in its line: quotation signs and the sign of a list item. */
const LINE_OPENING = /^[\s>]*(?:[-*+]|\d{1,3}[.)])?\s*$/;
const BLANK_LINE = /\n[ \t]*\n/;
/** In UTF-16 units. What is not decided within this length is passed on as it is. */
const LONGEST_HELD = 4_000;
const LONGEST_LINE_OPENING = 40;
const DEEPEST_BRACKETS = 50;

interface CitedTextOptions {
  /** The number of sources that can be cited: `[1]` to `[sources]`. */
  sources: number;
  /** Whether the marker for "no answer" is part of the text, because the documents speak of it. */
  keepsMarker?: boolean;
}

/**
 * Reads what a language model writes, piece by piece, and finds the citations in it. A citation is a number in brackets that
 * stands free: what is glued to a word, as in `items[0]`, or is part of code is text like any other, and so is a link. Sources
 * are numbered anew in the order in which they are first cited; citations of sources that don't exist are removed. All else
 * is passed on unchanged, without white space at both ends.
 */
export class CitedText {
  /** The sources cited so far, as the model numbers them, in the order of their new numbers. */
  readonly cited: number[] = [];
  /** Whether the model has written the marker for "no answer", which is never passed on. */
  hasMarker = false;
  #held = '';
  /** White space that is passed on with what follows it. */
  #space = '';
  #begun = false;
  /** What was passed on of the current line, if it may still open a fence. */
  #line = '';
  /** The sign that ends the code block; empty outside of code. */
  #fence = '';
  /** Whether the last sign was part of a word, or of brackets that are glued to one. */
  #afterWord = false;
  /** Of each open bracket, whether it is glued to a word. */
  #brackets: boolean[] = [];
  #dropsSpace = false;
  /** White space before a citation that was removed. */
  #dropped = '';

  readonly #sources: number;
  readonly #keepsMarker: boolean;

  constructor({ sources, keepsMarker = false }: CitedTextOptions) {
    this.#sources = sources;
    this.#keepsMarker = keepsMarker;
  }

  /** What of the text so far is decided and was not returned before. */
  push(piece: string): string {
    this.#held += piece;
    return this.#read(false);
  }

  /** What is left when the model has finished. */
  end(): string {
    return this.#read(true);
  }

  #read(isEnd: boolean): string {
    const passed: string[] = [];
    let at = 0;
    while (at < this.#held.length) {
      const final = isEnd || this.#held.length - at > LONGEST_HELD;
      const read = this.#fence === '' ? this.#readText(at, final) : this.#readCode(at, final);
      if (read === null) break;
      at += read.length;
      if (read.shown !== '') passed.push(this.#show(read.shown));
      this.#space += read.after ?? '';
    }
    this.#held = this.#held.slice(at);
    return passed.join('');
  }

  #show(text: string): string {
    const shown = this.#begun ? this.#space + text : text;
    this.#begun = true;
    this.#space = '';
    return shown;
  }

  /** The next bit of text; null if more of it is needed to decide what it is. */
  #readText(at: number, final: boolean): Bit | null {
    const sign = this.#held[at];
    const marker = this.#readMarker(at, final);
    if (marker !== undefined) return marker;
    if (sign === '`' || sign === '~') return this.#readFence(at, final);
    const space = matchAt(SPACE, this.#held, at);
    if (space !== null) return this.#readSpace(space[0]);
    if (sign === '[') return this.#readBracket(at, final);
    return this.#readSign(at);
  }

  #readSign(at: number): Bit {
    const letter = matchAt(LETTER, this.#held, at)?.[0];
    if (letter !== undefined) {
      // Where words are not divided by spaces, nothing tells what is glued to one.
      this.#afterWord = !isUnspaced(letter.charCodeAt(0));
      return this.#asIs(letter);
    }
    const sign = this.#held[at];
    if (sign === '(') this.#open();
    else if (sign === ')' || sign === ']') this.#afterWord = this.#brackets.pop() ?? false;
    else this.#afterWord = false;
    return this.#asIs(sign);
  }

  #open(): void {
    if (this.#brackets.length < DEEPEST_BRACKETS) this.#brackets.push(this.#afterWord);
    this.#afterWord = false;
  }

  #asIs(text: string): Bit {
    this.#dropsSpace = false;
    this.#dropped = '';
    if (this.#line.length < LONGEST_LINE_OPENING) this.#line += text;
    return { length: text.length, shown: text };
  }

  #readSpace(space: string): Bit {
    const endsLine = space.includes('\n');
    if (endsLine) [this.#line, this.#brackets] = ['', []];
    if (endsLine || !this.#dropsSpace) this.#space += space;
    this.#dropsSpace = false;
    this.#dropped = '';
    this.#afterWord = false;
    return { length: space.length, shown: '' };
  }

  /** Undefined if there is no marker here. */
  #readMarker(at: number, final: boolean): Bit | null | undefined {
    if (this.#keepsMarker || this.#afterWord) return undefined;
    const marker = matchAt(MARKER, this.#held, at);
    if (!final && matchAt(PART_OF_MARKER, this.#held, at) !== null) return null;
    if (marker === null) return undefined;
    this.hasMarker = true;
    return { length: marker[0].length, shown: '' };
  }

  #readBracket(at: number, final: boolean): Bit | null {
    if (!final && matchAt(PART_OF_CITATION, this.#held, at) !== null) return null;
    const citation = matchAt(CITATION, this.#held, at);
    if (citation !== null) {
      const next = this.#held.charAt(at + citation[0].length);
      // The next sign decides: a word or a link's address makes it something else.
      if (next === '' && !final) return null;
      const numbers = numbersOf(citation[1]);
      if (!this.#afterWord && !isGlue(next) && numbers !== null) return this.#cite(citation[0], numbers);
    }
    this.#open();
    return this.#asIs('[');
  }

  #cite(written: string, numbers: readonly number[]): Bit {
    const existing = numbers.filter((number) => number >= 1 && number <= this.#sources);
    const renumbered = existing.map((number) => this.#numberOf(number));
    if (existing.length === 0) {
      // The space before it goes too; at the beginning of a line, the space after it.
      if (this.#space.includes('\n') || !this.#begun) this.#dropsSpace = true;
      else if (this.#space !== '') [this.#dropped, this.#space] = [this.#space, ''];
      return { length: written.length, shown: '' };
    }
    this.#space ||= this.#dropped;
    const isUnchanged = existing.length === numbers.length && existing.every((number, i) => number === renumbered[i]);
    return { ...this.#asIs(isUnchanged ? written : `[${renumbered.join(', ')}]`), length: written.length };
  }

  #numberOf(source: number): number {
    if (!this.cited.includes(source)) this.cited.push(source);
    return this.cited.indexOf(source) + 1;
  }

  /** A fence that opens a block of code, or a piece of code within a line. */
  #readFence(at: number, final: boolean): Bit | null {
    if (LINE_OPENING.test(this.#line)) {
      if (!final && matchAt(PART_OF_FENCE, this.#held, at) !== null) return null;
      const fence = matchAt(FENCE, this.#held, at);
      if (fence !== null && !(fence[1][0] === '`' && fence[0].slice(fence[1].length).includes('`'))) {
        this.#fence = fence[1];
        return this.#asIs(fence[0]);
      }
    }
    return this.#held[at] === '`' ? this.#readTicks(at, final) : this.#readSign(at);
  }

  /** Code within a line ends with as many ticks as it begins with, in the same paragraph; otherwise they are mere signs. */
  #readTicks(at: number, final: boolean): Bit | null {
    const ticks = matchAt(TICKS, this.#held, at)?.[0] ?? '`';
    const from = at + ticks.length;
    if (!final && from === this.#held.length) return null;
    const rest = this.#held.slice(from, from + LONGEST_HELD);
    const paragraphEnd = rest.search(BLANK_LINE);
    const paragraph = paragraphEnd === -1 ? rest : rest.slice(0, paragraphEnd);
    const runs = [...paragraph.matchAll(/`+/g)];
    // Ticks at the very end may still become more.
    const close = runs.find((run) => run[0] === ticks && (final || run.index + ticks.length < rest.length));
    if (close === undefined && !final && paragraphEnd === -1) return null;
    this.#afterWord = close !== undefined;
    return this.#asIs(close === undefined ? ticks : ticks + paragraph.slice(0, close.index + ticks.length));
  }

  /** A line of a block of code, as it is. */
  #readCode(at: number, final: boolean): Bit | null {
    const lineEnd = this.#held.indexOf('\n', at);
    if (lineEnd === -1 && !final) return null;
    const line = this.#held.slice(at, lineEnd === -1 ? undefined : lineEnd + 1);
    const said = line.replace(/^[\s>]+/, '').trimEnd();
    if (said.length >= this.#fence.length && said === this.#fence[0].repeat(said.length)) this.#fence = '';
    const shown = line.trimEnd();
    this.#line = '';
    return { length: line.length, shown, after: line.slice(shown.length) };
  }
}

/** A bit of the text that was read, and what is shown for it. */
interface Bit {
  length: number;
  shown: string;
  /** White space at its end. */
  after?: string;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Whether a bracket that this follows is no citation: part of a word, or the text of a link. */
function isGlue(next: string): boolean {
  return next === '(' || (/[\p{L}\p{N}\p{M}_]/u.test(next) && !isUnspaced(next.charCodeAt(0)));
}

/** `1, 3-5` is 1, 3, 4, 5. Null for several of which one is 0: that is an interval or a list, such as `[0, 1]`. */
function numbersOf(inside: string): number[] | null {
  const numbers = inside.split(/[,;]/).flatMap((part) => {
    const [from, to = from] = part.split(/[–-]/).map(Number);
    return to >= from && to - from < 20 ? Array.from({ length: to - from + 1 }, (_, i) => from + i) : [from, to];
  });
  return numbers.length > 1 && numbers.includes(0) ? null : [...new Set(numbers)];
}

/** Earlier answers lose their citations, because the numbers refer to other sources. */
export function withoutCitations(text: string): string {
  const cited = new CitedText({ sources: 0, keepsMarker: true });
  return cited.push(text) + cited.end();
}
