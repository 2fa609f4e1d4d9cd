/** A power of two: few enough to stay at hand, and so many that few forms pass by chance. */
const MARKS = 4096;

const HASH_SEED = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

/** Tells most words that are not looked for from the few that may be, by nothing but the hashes of their forms. */
export class FormFilter {
  private readonly marks = new Uint8Array(MARKS);

  /** Lets every word pass. */
  static readonly all = new FormFilter([], 1);

  constructor(forms: Iterable<string>, otherwise: 0 | 1 = 0) {
    this.marks.fill(otherwise);
    for (const form of forms) this.marks[hashForm(form) & (MARKS - 1)] = 1;
  }

  /** False only where neither form is looked for. */
  lets(termHash: number, stemHash: number): boolean {
    return (this.marks[termHash & (MARKS - 1)] | this.marks[stemHash & (MARKS - 1)]) === 1;
  }
}

/** Zero for nothing but the empty form. */
export function hashForm(form: string): number {
  if (form === '') return 0;
  let hash = HASH_SEED;
  for (let i = 0; i < form.length; i++) hash = Math.imul(hash ^ form.charCodeAt(i), HASH_FACTOR);
  return hash ^ (hash >>> 15) || 1;
}
