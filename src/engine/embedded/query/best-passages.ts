/** A passage of a document in one of the segments that are searched. */
export interface PassageInSegment {
  part: number;
  document: number;
  passage: number;
  score: number;
}

/** Extra room, so that pruning is rare. */
const SPARE = 256;

/** Keeps the best of all passages added: at least `count` of them, and not many more. */
export class BestPassages {
  readonly #count: number;
  #kept: PassageInSegment[] = [];
  #capacity: number;
  #least = Number.NEGATIVE_INFINITY;

  constructor(count: number) {
    this.#count = count;
    this.#capacity = 4 * count + SPARE;
  }

  add(passage: PassageInSegment): void {
    if (passage.score < this.#least) return;
    this.#kept.push(passage);
    if (this.#kept.length >= this.#capacity) this.#prune();
  }

  all(): PassageInSegment[] {
    return this.#kept;
  }

  /** What scores less is dropped: at least `count` others score as much or more. */
  leastScore(): number {
    this.#prune();
    return this.#least;
  }

  /** Keeps all ties with the last passage: ids decide between them. Many ties raise the capacity, or every add would prune. */
  #prune(): void {
    if (this.#kept.length < this.#count) return;
    const scores = Float64Array.from(this.#kept, ({ score }) => score).sort();
    this.#least = scores[scores.length - this.#count];
    this.#kept = this.#kept.filter(({ score }) => score >= this.#least);
    this.#capacity = Math.max(4 * this.#count + SPARE, 2 * this.#kept.length);
  }
}
