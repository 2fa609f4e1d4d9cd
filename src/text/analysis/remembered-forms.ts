import type { TextRange } from '../text-range.js';
import { type FormFilter, hashForm } from './form-filter.js';
import type { WordForms } from './word-forms.js';

/** Enough for nearly every word of a usual text. A power of two. */
const SLOTS = 32_768;
const PAIRS = SLOTS / 2;
/** What is too long to be kept is put here until the next such word comes. */
const FOR_LONG_WORDS = SLOTS;
/**
 * A slot has 64 bytes, so that looking up a word reads one line of memory:
 *
 *   units 0 to 27: the word, and zeros after it, which no word has,
 *   integer 14: the hash of its bare form,
 *   integer 15: the hash of its stem.
 */
const UNITS = 32;
const INTEGERS = 16;
const LONGEST_KEPT = 28;
const BARE_HASH = 14;
const STEM_HASH = 15;

const HASH_SEED = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

/**
 * The forms of words met lately, found by the units of a text, without making a string of a word. Words are repeated so
 * often that most are looked up and not worked out. Each can be in two slots, side by side; a new one takes the place of
 * the one that was not met last. So frequent words stay, memory is bounded (2 MB, and some 5 MB of forms), and no choice
 * of words makes it slower than working all of them out.
 */
export class RememberedForms {
  readonly #units = new Uint16Array((SLOTS + 1) * UNITS);
  readonly #integers = new Int32Array(this.#units.buffer);
  readonly #forms: (WordForms | null)[] = new Array(SLOTS + 1).fill(null);
  /** Which slot of a pair was met last, 0 or 1. */
  readonly #metLast = new Uint8Array(PAIRS);

  readonly #workOut: (word: string) => WordForms;

  constructor(workOut: (word: string) => WordForms) {
    this.#workOut = workOut;
  }

  /** Where the forms of a word are, until the next call. */
  slotOf(units: Uint16Array, word: TextRange): number {
    if (word.end - word.start > LONGEST_KEPT) return this.#fill(FOR_LONG_WORDS, textOf(units, word));
    const pair = hashUnits(units, word) & (PAIRS - 1);
    const latest = 2 * pair + this.#metLast[pair];
    if (this.#holds(latest, units, word)) return latest;
    const other = latest ^ 1;
    this.#metLast[pair] ^= 1;
    return this.#holds(other, units, word) ? other : this.#remember(other, units, word);
  }

  formsAt(slot: number): WordForms {
    return this.#forms[slot] as WordForms;
  }

  /** False where the word is nothing but signs that do not count. */
  hasTerm(slot: number): boolean {
    return this.#integers[slot * INTEGERS + BARE_HASH] !== 0;
  }

  passes(slot: number, filter: FormFilter): boolean {
    const at = slot * INTEGERS;
    return filter.letsForms(this.#integers[at + BARE_HASH], this.#integers[at + STEM_HASH]);
  }

  #holds(slot: number, units: Uint16Array, { start, end }: TextRange): boolean {
    const at = slot * UNITS - start;
    for (let i = start; i < end; i++) if (this.#units[at + i] !== units[i]) return false;
    return end - start === LONGEST_KEPT || this.#units[at + end] === 0;
  }

  #remember(slot: number, units: Uint16Array, word: TextRange): number {
    const at = slot * UNITS;
    this.#units.fill(0, at, at + LONGEST_KEPT);
    this.#units.set(units.subarray(word.start, word.end), at);
    return this.#fill(slot, textOf(units, word));
  }

  #fill(slot: number, word: string): number {
    const forms = this.#workOut(word);
    this.#forms[slot] = forms;
    this.#integers[slot * INTEGERS + BARE_HASH] = hashForm(forms.bare);
    this.#integers[slot * INTEGERS + STEM_HASH] = hashForm(forms.stem);
    return slot;
  }
}

function hashUnits(units: Uint16Array, { start, end }: TextRange): number {
  let hash = HASH_SEED;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ units[i], HASH_FACTOR);
  return hash ^ (hash >>> 15);
}

/** A string of its own: one that is a part of the text would keep all of it in memory. */
function textOf(units: Uint16Array, { start, end }: TextRange): string {
  return Buffer.from(units.buffer, units.byteOffset + 2 * start, 2 * (end - start)).toString('utf16le');
}
