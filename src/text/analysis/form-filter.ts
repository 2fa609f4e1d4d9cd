/** Of forms, by their hash. A power of two: few enough to stay at hand, and so many that few forms pass by chance. */
const MARKS = 4096;
/** Of pairs of letters, by the lower five bits of each, which are the same in both cases, and none for a blank. */
const PAIRS = 1024;
const BLANK = 0x20;

const HASH_SEED = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

/** With which two letters words can begin that have a form. A word of one letter begins with it and a blank. */
export type Beginnings = (form: string) => readonly string[];

/**
 * Tells most words that are not looked for from the few that may be, by their first two letters and by the hashes of
 * their forms. The word itself, which lies anywhere in memory, has to be looked at for few of them.
 */
export class FormFilter {
  /** Lets every word pass. */
  static readonly all = new FormFilter([]).#letAll();

  readonly #marks = new Uint8Array(MARKS);
  readonly #pairs = new Uint8Array(PAIRS);
  /** Whether forms tell how words begin. */
  readonly #looksAtBeginnings: boolean;

  constructor(forms: readonly string[], beginnings?: Beginnings) {
    for (const form of forms) this.#marks[hashForm(form) & (MARKS - 1)] = 1;
    this.#looksAtBeginnings = beginnings !== undefined;
    if (beginnings === undefined) return;
    for (const letters of forms.flatMap(beginnings)) {
      this.#pairs[pairOf(letters.charCodeAt(0), letters.charCodeAt(1))] = 1;
    }
  }

  /** False where no form that is looked for is one of a word that these units begin: with a blank for the second, a word of one letter. */
  letsBeginning(first: number, second: number): boolean {
    if (!this.#looksAtBeginnings || !isLetter(first) || !(isLetter(second) || second === BLANK)) return true;
    return this.#pairs[pairOf(first, second)] === 1;
  }

  /** False where neither form is looked for. */
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

/** Zero for nothing but the empty form. */
export function hashForm(form: string): number {
  if (form === '') return 0;
  let hash = HASH_SEED;
  for (let i = 0; i < form.length; i++) hash = Math.imul(hash ^ form.charCodeAt(i), HASH_FACTOR);
  return hash ^ (hash >>> 15) || 1;
}
