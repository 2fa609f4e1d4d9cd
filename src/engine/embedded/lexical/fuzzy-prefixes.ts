import type { Dictionary } from '../dictionary.js';

/** The terms of which a beginning is within a distance of a word. */
export function fuzzyPrefixes(dictionary: Dictionary, word: string, limit: number): number[] {
  const matrix = new DistanceMatrix(Array.from(word), limit);
  const found: number[] = [];
  let ordinal = 0;
  while (ordinal < dictionary.size) {
    const letters = Array.from(dictionary.text(ordinal));
    const failedAt = matrix.extend(letters);
    const nearest = matrix.nearestBeginning();
    if (nearest !== null) {
      // What begins like that matches too, whatever follows.
      const [, end] = dictionary.prefixRange(letters.slice(0, nearest).join(''));
      for (; ordinal < end; ordinal++) found.push(ordinal);
    } else if (failedAt === null) ordinal++;
    else ordinal = Math.max(ordinal + 1, dictionary.prefixRange(letters.slice(0, failedAt).join(''))[1]);
  }
  return found;
}

/** Rows of edit distances between the word's beginnings and those of the term at hand, one row a letter of the term. */
class DistanceMatrix {
  private readonly rows: Uint8Array[];
  private letters: string[] = [];

  constructor(
    private readonly target: readonly string[],
    private readonly limit: number,
  ) {
    this.rows = [Uint8Array.from({ length: target.length + 1 }, (_, i) => Math.min(i, 255))];
  }

  get distance(): number {
    return this.rows[this.letters.length][this.target.length];
  }

  /** The length of the shortest beginning of the term that is near enough to the whole word, or null. */
  nearestBeginning(): number | null {
    for (let length = 0; length <= this.letters.length; length++) {
      if (this.rows[length][this.target.length] <= this.limit) return length;
    }
    return null;
  }

  /** Null when the whole term was taken, else how many of its letters it takes to be too far from the word. */
  extend(term: readonly string[]): number | null {
    let shared = 0;
    while (shared < this.letters.length && shared < term.length && this.letters[shared] === term[shared]) shared++;
    this.letters = term.slice(0, shared) as string[];
    for (let i = shared; i < term.length; i++) {
      this.letters.push(term[i]);
      if (this.addRow(i + 1) > this.limit) return i + 1;
    }
    return null;
  }

  /** The least distance in the row: what any longer term must have at least. */
  private addRow(row: number): number {
    const { target, letters, rows } = this;
    const previous = rows[row - 1];
    rows[row] ??= new Uint8Array(target.length + 1);
    const current = rows[row];
    current[0] = Math.min(row, 255);
    let least = current[0];
    for (let i = 1; i <= target.length; i++) {
      const same = target[i - 1] === letters[row - 1];
      let distance = Math.min(previous[i] + 1, current[i - 1] + 1, previous[i - 1] + (same ? 0 : 1));
      const swapped = row > 1 && i > 1 && target[i - 1] === letters[row - 2] && target[i - 2] === letters[row - 1];
      if (swapped) distance = Math.min(distance, rows[row - 2][i - 2] + 1);
      current[i] = Math.min(distance, 255);
      least = Math.min(least, distance);
    }
    // A swap may still bring the distance of the row before back: look two rows back as well.
    return row > 1 ? Math.min(least, minimum(previous)) : least;
  }
}

function minimum(row: Uint8Array): number {
  let least = row[0];
  for (const distance of row) if (distance < least) least = distance;
  return least;
}
