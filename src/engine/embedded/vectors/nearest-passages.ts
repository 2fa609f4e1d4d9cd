/** A passage of a document in one of the segments that are searched. */
export interface PassageInSegment {
  part: number;
  document: number;
  passage: number;
  cosine: number;
}

/** Kept beyond those that are asked for, so that sorting them out is rare. */
const SPARE = 256;

/** Of all passages that are added, at least as many of the nearest as are asked for, and not many more. */
export class NearestPassages {
  private kept: PassageInSegment[] = [];
  private room: number;
  /** What is farther than this need not be kept: enough others are as near or nearer. */
  private farthest = Number.NEGATIVE_INFINITY;

  constructor(private readonly count: number) {
    this.room = 4 * count + SPARE;
  }

  add(passage: PassageInSegment): void {
    if (passage.cosine < this.farthest) return;
    this.kept.push(passage);
    if (this.kept.length >= this.room) this.sortOut();
  }

  all(): PassageInSegment[] {
    return this.kept;
  }

  /** Those that tie with the last one stay, since something else decides; if they are many, it is not done again soon. */
  private sortOut(): void {
    const cosines = Float64Array.from(this.kept, ({ cosine }) => cosine).sort();
    this.farthest = cosines[cosines.length - this.count];
    this.kept = this.kept.filter(({ cosine }) => cosine >= this.farthest);
    this.room = Math.max(4 * this.count + SPARE, 2 * this.kept.length);
  }
}
