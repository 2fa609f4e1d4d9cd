/** Fewer letters in common are chance. */
const FEWEST_LETTERS = 4;
/** The share of the shorter word that both must begin with. */
const COMMON_BEGINNING = 0.75;
const NUMERIC = /\p{N}/u;

/**
 * Whether two different stems probably belong to one family of words: they begin alike ("mischung" and "misch",
 * "universitat" and "univers"), or one contains the other ("roggenbrot" and "brot"). Never for numbers.
 */
export function areAlike(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < FEWEST_LETTERS || NUMERIC.test(long)) return false;
  const common = commonBeginning(short, long);
  if (common >= FEWEST_LETTERS && common >= short.length * COMMON_BEGINNING) return true;
  return long.includes(short);
}

function commonBeginning(short: string, long: string): number {
  let length = 0;
  while (length < short.length && short[length] === long[length]) length++;
  return length;
}

/** Remembers which stems are alike, for one question: its words are compared with the same words in many sentences. */
export class AlikeWords {
  readonly #known = new Map<string, Map<string, boolean>>();

  hasAlike(stem: string, stems: Iterable<string>): boolean {
    const known = this.#known.get(stem) ?? new Map<string, boolean>();
    this.#known.set(stem, known);
    for (const other of stems) {
      const alike = known.get(other) ?? areAlike(stem, other);
      known.set(other, alike);
      if (alike) return true;
    }
    return false;
  }
}
