import { Buffer } from 'node:buffer';
import type { BareLetters } from '../../../text/analysis/word-forms.js';
import { codePoints } from '../../query/letters.js';
import { compareBytes, type Dictionary, letterAt, letterBytes } from '../segment/dictionary.js';

interface Likeness {
  /** How many typos are forgiven. */
  limit: number;
  /** Letters with marks and the letter that each counts as, in the word and in the dictionary. */
  bare: BareLetters;
}

/** The terms that have a prefix within an edit distance of a word, ascending. */
export function fuzzyPrefixes(dictionary: Dictionary, word: string, { limit, bare }: Likeness): number[] {
  const target = codePoints(word).map((letter) => bare.get(letter) ?? letter);
  const walk = new FuzzyWalk(dictionary, { target, limit, bare });
  walk.descend({ from: 0, to: dictionary.size, letters: 0, bytes: 0 });
  return bare.size === 0 ? walk.found : walk.found.sort((a, b) => a - b);
}

/** The terms `from` to `to - 1`, which share a prefix. `letters` and `bytes` are its length. */
interface Branch {
  from: number;
  to: number;
  letters: number;
  bytes: number;
}

/** ASCII letters have no marks. */
const FIRST_MARKED = 0x80;

interface Letter {
  /** The letter without its marks, which it counts as. */
  bare: number;
  encoded: Uint8Array;
}

/**
 * A Levenshtein (OSA) walk over the sorted dictionary, as if it were a trie. Each level has a row of edit distances between
 * the prefix that the terms of the branch share and the prefixes of the word. A branch whose distances all exceed the limit
 * is not entered.
 */
class FuzzyWalk {
  readonly found: number[] = [];
  readonly #dictionary: Dictionary;
  readonly #target: readonly number[];
  readonly #limit: number;
  readonly #bare: BareLetters;
  /** For each letter of the word, all letters that count as it. */
  readonly #alike: ReadonlyMap<number, readonly Letter[]>;
  readonly #rows: Uint8Array[];
  /** The letters of the current branch; entry 0 is unused, so that letter `i` belongs to row `i`. */
  readonly #letters: number[] = [0];

  constructor(dictionary: Dictionary, { target, limit, bare }: Likeness & { target: readonly number[] }) {
    this.#dictionary = dictionary;
    this.#target = target;
    this.#limit = limit;
    this.#bare = bare;
    this.#alike = new Map(target.map((letter) => [letter, lettersLike(letter, bare)]));
    this.#rows = [Uint8Array.from({ length: target.length + 1 }, (_, i) => Math.min(i, 255))];
  }

  descend(branch: Branch): void {
    const { offsets } = this.#dictionary;
    // Terms are distinct and sorted, so at most one ends here, and it is the first.
    const endsHere = branch.from < branch.to && offsets[branch.from + 1] - offsets[branch.from] === branch.bytes;
    const rest = endsHere ? { ...branch, from: branch.from + 1 } : branch;
    const letters = this.#lettersThatHelp(rest.letters);
    if (letters === null) this.#tryEveryLetter(rest);
    else for (const letter of letters) for (const alike of this.#alike.get(letter)!) this.#tryLetter(rest, alike);
  }

  #tryEveryLetter(branch: Branch): void {
    const { bytes, offsets } = this.#dictionary;
    for (let first = branch.from; first < branch.to; ) {
      const place = offsets[first] + branch.bytes;
      const length = letterBytes(bytes[place]);
      const to = this.#endOfLetter(first, branch.to, { place: branch.bytes, length });
      const below = { from: first, to, letters: branch.letters + 1, bytes: branch.bytes + length };
      this.#enter(below, this.#bareLetter(letterAt(bytes, place, length)));
      first = to;
    }
  }

  #tryLetter(branch: Branch, { encoded, bare }: Letter): void {
    const from = this.#startOfLetter(branch, encoded);
    if (from === branch.to || this.#compareLetter(from, branch.bytes, encoded) !== 0) return;
    const to = this.#endOfLetter(from, branch.to, { place: branch.bytes, length: encoded.length });
    this.#enter({ from, to, letters: branch.letters + 1, bytes: branch.bytes + encoded.length }, bare);
  }

  #bareLetter(letter: number): number {
    return letter < FIRST_MARKED ? letter : (this.#bare.get(letter) ?? letter);
  }

  #enter(branch: Branch, letter: number): void {
    const mayComeNear = this.#fillRow(branch.letters, letter);
    if (this.#rows[branch.letters][this.#target.length] <= this.#limit) {
      for (let term = branch.from; term < branch.to; term++) this.found.push(term);
    } else if (mayComeNear) this.descend(branch);
  }

  /**
   * Once all typos are used up, only two kinds of letters can follow: the word's next one, and one that completes a swap.
   * Returns these few, ascending; null while any letter may follow.
   */
  #lettersThatHelp(row: number): number[] | null {
    const target = this.#target;
    const rows = this.#rows;
    const limit = this.#limit;
    const current = rows[row];
    const letters: number[] = [];
    for (let i = 0; i < target.length; i++) {
      if (current[i] < limit) return null;
      if (current[i] === limit && !letters.includes(target[i])) letters.push(target[i]);
      const completesSwap = row > 0 && i > 0 && target[i] === this.#letters[row] && rows[row - 1][i - 1] < limit;
      if (completesSwap && !letters.includes(target[i - 1])) letters.push(target[i - 1]);
    }
    return letters.sort((a, b) => a - b);
  }

  #startOfLetter({ from, to, bytes }: Branch, encoded: Uint8Array): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compareLetter(middle, bytes, encoded) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compareLetter(term: number, place: number, encoded: Uint8Array): number {
    const start = this.#dictionary.offsets[term] + place;
    return compareBytes(this.#dictionary.bytes, [start, start + encoded.length], encoded);
  }

  /** Galloping search for the end of the terms that have the same letter as the first. */
  #endOfLetter(first: number, to: number, letter: { place: number; length: number }): number {
    let low = first;
    let step = 1;
    while (low + step < to && this.#sameLetter(first, low + step, letter)) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, to);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#sameLetter(first, middle, letter)) low = middle;
      else high = middle;
    }
    return high;
  }

  #sameLetter(a: number, b: number, { place, length }: { place: number; length: number }): boolean {
    const { bytes, offsets } = this.#dictionary;
    const inA = offsets[a] + place;
    const inB = offsets[b] + place;
    for (let i = 0; i < length; i++) if (bytes[inA + i] !== bytes[inB + i]) return false;
    return true;
  }

  /** Computes the edit distances for one more letter. False if no continuation can get back within the limit. */
  #fillRow(row: number, letter: number): boolean {
    const target = this.#target;
    const rows = this.#rows;
    const limit = this.#limit;
    const previous = rows[row - 1];
    rows[row] ??= new Uint8Array(target.length + 1);
    const current = rows[row];
    current[0] = Math.min(row, 255);
    this.#letters[row] = letter;
    let mayComeNear = current[0] <= limit;
    for (let i = 1; i <= target.length; i++) {
      const same = target[i - 1] === letter;
      let distance = Math.min(previous[i] + 1, current[i - 1] + 1, previous[i - 1] + (same ? 0 : 1));
      const swapped = row > 1 && i > 1 && target[i - 2] === letter && target[i - 1] === this.#letters[row - 1];
      if (swapped) distance = Math.min(distance, rows[row - 2][i - 2] + 1);
      current[i] = Math.min(distance, 255);
      // This letter may be the first half of a swap that the next one completes.
      const opensSwap = i > 1 && same && previous[i - 2] < limit;
      if (distance <= limit || opensSwap) mayComeNear = true;
    }
    return mayComeNear;
  }
}

function lettersLike(letter: number, bare: BareLetters): Letter[] {
  const marked = [...bare.keys()].filter((other) => bare.get(other) === letter);
  return [letter, ...marked].map((point) => ({ bare: letter, encoded: Buffer.from(String.fromCodePoint(point)) }));
}
