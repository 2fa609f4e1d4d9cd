/** A power of two: few enough to stay at hand, and so many that few forms pass by chance. */
const MARKS = 4096;
/** By the lower five bits of two letters, which are the same in both cases. */
const PAIRS = 1024;

const HASH_SEED = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

/** With which two letters words can begin that have a form. */
export type Beginnings = (form: string) => readonly string[];

/**
 * Tells most words that are not looked for from the few that may be, by their first two letters and by the hashes of
 * their forms. The word itself, which lies anywhere in memory, has to be looked at for few of them.
 */
export class FormFilter {
  /** Lets every word pass. */
  static readonly all = new FormFilter([]).letAll();

  private readonly marks = new Uint8Array(MARKS);
  /** Null where forms do not tell how words begin. */
  private pairs: Uint8Array | null;

  constructor(forms: readonly string[], beginnings?: Beginnings) {
    for (const form of forms) this.marks[hashForm(form) & (MARKS - 1)] = 1;
    this.pairs = beginnings === undefined ? null : markPairs(forms.flatMap(beginnings));
  }

  /** False where no form that is looked for is one of a word that begins with these units. */
  letsBeginning(first: number, second: number): boolean {
    return this.pairs === null || !isLetter(first) || !isLetter(second) || this.pairs[pairOf(first, second)] === 1;
  }

  /** False where neither form is looked for. */
  letsForms(bareHash: number, stemHash: number): boolean {
    return (this.marks[bareHash & (MARKS - 1)] | this.marks[stemHash & (MARKS - 1)]) === 1;
  }

  private letAll(): this {
    this.marks.fill(1);
    this.pairs = null;
    return this;
  }
}

function markPairs(beginnings: readonly string[]): Uint8Array {
  const pairs = new Uint8Array(PAIRS);
  for (const letters of beginnings) pairs[pairOf(letters.charCodeAt(0), letters.charCodeAt(1))] = 1;
  return pairs;
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
