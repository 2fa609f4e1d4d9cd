import type { TextRange } from '../text-range.js';
import { type FormFilter, hashForm } from './form-filter.js';
import type { WordForms } from './word-forms.js';

/** Hold nearly every word of an ordinary text. A power of two. */
const SLOTS = 32_768;
/**
 * A slot has 64 bytes, so that a lookup reads one cache line:
 *
 *   units 0 to 27: the word, padded with zeros (no word contains one),
 *   integer 14: the hash of its bare form,
 *   integer 15: the hash of its stem.
 */
const UNITS = 32;
const INTEGERS = 16;
const LONGEST_KEPT = 28;
const BARE_HASH = 14;
const STEM_HASH = 15;

/** FNV-1a. */
const HASH_SEED = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

/**
 * A two-way set-associative cache of word forms, looked up by the UTF-16 units of a text, so that no string is made of a
 * word that is cached. Words repeat so often that most lookups hit. A word has two possible slots; a new word replaces the
 * less recent of the two. So frequent words stay, memory is bounded (with all slots 2 MB, plus about 5 MB of forms), and no text can make
 * analysis slower than it would be without the cache.
 */
export class FormCache {
  readonly #units: Uint16Array;
  readonly #integers: Int32Array;
  readonly #forms: (WordForms | null)[];
  /** Which slot of each pair was hit last, 0 or 1. */
  readonly #mostRecent: Uint8Array;
  /** The slot for a word that is too long to be cached; the next such word overwrites it. */
  readonly #forLongWords: number;

  readonly #makeForms: (word: string) => WordForms;

  /** `slots` is a power of two. */
  constructor(makeForms: (word: string) => WordForms, slots = SLOTS) {
    this.#makeForms = makeForms;
    this.#units = new Uint16Array((slots + 1) * UNITS);
    this.#integers = new Int32Array(this.#units.buffer);
    this.#forms = new Array(slots + 1).fill(null);
    this.#mostRecent = new Uint8Array(slots / 2);
    this.#forLongWords = slots;
  }

  /** The slot that holds the forms of a word. It is valid until the next call. */
  slotOf(units: Uint16Array, word: TextRange): number {
    if (word.end - word.start > LONGEST_KEPT) return this.#fill(this.#forLongWords, textOf(units, word));
    const pair = hashUnits(units, word) & (this.#mostRecent.length - 1);
    const latest = 2 * pair + this.#mostRecent[pair];
    if (this.#holds(latest, units, word)) return latest;
    const other = latest ^ 1;
    this.#mostRecent[pair] ^= 1;
    return this.#holds(other, units, word) ? other : this.#insert(other, units, word);
  }

  formsAt(slot: number): WordForms {
    return this.#forms[slot] as WordForms;
  }

  /** False if folding left nothing of the word, because it was all optional signs. */
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

  #insert(slot: number, units: Uint16Array, word: TextRange): number {
    const at = slot * UNITS;
    this.#units.fill(0, at, at + LONGEST_KEPT);
    this.#units.set(units.subarray(word.start, word.end), at);
    return this.#fill(slot, textOf(units, word));
  }

  #fill(slot: number, word: string): number {
    const forms = this.#makeForms(word);
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

/** Copies the word: a slice of the text would keep the whole text in memory. */
function textOf(units: Uint16Array, { start, end }: TextRange): string {
  return Buffer.from(units.buffer, units.byteOffset + 2 * start, 2 * (end - start)).toString('utf16le');
}
