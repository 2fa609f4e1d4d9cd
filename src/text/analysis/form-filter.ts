/** Size of the table of hashes, a power of two. It fits the L1 cache, and is so sparse that few forms pass by chance. */
const MARKS = 4096;
/** Size of the table of first letters: five bits for each of three letters, eight entries in a byte. */
const BEGINNINGS = 32 ** 3 / 8;
const BLANK = 0x20;

/** FNV-1a. */
const HASH_SEED = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

/**
 * What the second and the third letter of a word with this form can be; its first is that of the form. A blank means that the word
 * has ended.
 */
export type Beginnings = (form: string) => { second: string; third: string };

/**
 * A Bloom filter of the forms that are looked for. It rules out most other words by their first three letters or by the
 * hashes of their forms, so that the strings of few words have to be compared.
 */
export class FormFilter {
  /** Lets every word pass. */
  static readonly all = new FormFilter([]).#letAll();

  /** By the lower bits of a form's hash: 1 where a form has them. */
  readonly #marks = new Uint8Array(MARKS);
  /**
   * A bit for each three letters, by the lower five bits of each (equal in both cases, zero for a blank): 1 where a word may begin so. Null
   * where the language does not say how the words of a form begin.
   */
  readonly beginnings: Uint8Array | null;

  constructor(forms: readonly string[], beginnings?: Beginnings) {
    for (const form of forms) this.#marks[hashForm(form) & (MARKS - 1)] = 1;
    this.beginnings = beginnings === undefined ? null : tableOf(forms, beginnings);
  }

  /** False if no word that begins at `start` has a form that is looked for. Words with other signs than a to z in the beginning pass. */
  letsBeginning(units: Uint16Array, start: number): boolean {
    const first = units[start];
    const second = units[start + 1];
    if (this.beginnings === null || !isLetter(first) || !(isLetter(second) || second === BLANK)) return true;
    const third = second === BLANK ? BLANK : units[start + 2];
    if (!(isLetter(third) || third === BLANK)) return true;
    const entry = entryOf(first, second, third);
    return ((this.beginnings[entry >> 3] >> (entry & 7)) & 1) === 1;
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

function tableOf(forms: readonly string[], beginnings: Beginnings): Uint8Array {
  const table = new Uint8Array(BEGINNINGS);
  for (const form of forms) {
    if (form === '') continue;
    const first = form.charCodeAt(0);
    const { second, third } = beginnings(form);
    for (let i = 0; i < second.length; i++) {
      for (let j = 0; j < third.length; j++) {
        const entry = entryOf(first, second.charCodeAt(i), third.charCodeAt(j));
        table[entry >> 3] |= 1 << (entry & 7);
      }
    }
  }
  return table;
}

function entryOf(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
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
