/** Size of the table of hashes, a power of two. It fits the L1 cache, and is so sparse that few forms pass by chance. */
const MARKS = 4096;
/** Size of the table of first letters: five bits for each of two letters. */
const PAIRS = 1024;
const BLANK = 0x20;

/** FNV-1a. */
const HASH_SEED = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

/** The first two letters that a word with this form can have. A word of one letter counts as the letter and a blank. */
export type Beginnings = (form: string) => readonly string[];

/**
 * A Bloom filter of the forms that are looked for. It rules out most other words by their first two letters or by the
 * hashes of their forms, so that the strings of few words have to be compared.
 */
export class FormFilter {
  /** Lets every word pass. */
  static readonly all = new FormFilter([]).#letAll();

  /** By the lower bits of a form's hash: 1 where a form has them. */
  readonly #marks = new Uint8Array(MARKS);
  /** By the lower five bits of two letters (equal in both cases, zero for a blank): 1 where a word may begin so. */
  readonly #pairs = new Uint8Array(PAIRS);
  /** Whether the language says how the words of a form begin. */
  readonly #looksAtBeginnings: boolean;

  constructor(forms: readonly string[], beginnings?: Beginnings) {
    for (const form of forms) this.#marks[hashForm(form) & (MARKS - 1)] = 1;
    this.#looksAtBeginnings = beginnings !== undefined;
    if (beginnings === undefined) return;
    for (const letters of forms.flatMap(beginnings)) {
      this.#pairs[pairOf(letters.charCodeAt(0), letters.charCodeAt(1))] = 1;
    }
  }

  /**
   * False if no word that begins with these two units has a form that is looked for. For a word of one letter, `second`
   * is a blank.
   */
  letsBeginning(first: number, second: number): boolean {
    if (!this.#looksAtBeginnings || !isLetter(first) || !(isLetter(second) || second === BLANK)) return true;
    return this.#pairs[pairOf(first, second)] === 1;
  }

  /** False if neither form is looked for. */
  letsForms(bareHash: number, stemHash: number): boolean {
    return (this.#marks[bareHash & (MARKS - 1)] | this.#marks[stemHash & (MARKS - 1)]) === 1;
  }

  #letAll(): this {
    this.#marks.fill(1);
    return this;
  }
}

function pairOf(first: number, second: number): number {
  return ((first & 31) << 5) | (second & 31);
}

/** One of a to z, in either case. */
function isLetter(unit: number): boolean {
  return (unit | 32) >= 0x61 && (unit | 32) <= 0x7a;
}

/** Zero for the empty form and no other. */
export function hashForm(form: string): number {
  if (form === '') return 0;
  let hash = HASH_SEED;
  for (let i = 0; i < form.length; i++) hash = Math.imul(hash ^ form.charCodeAt(i), HASH_FACTOR);
  return hash ^ (hash >>> 15) || 1;
}
