/** The nearest neighbours found of every point so far, best first. */
export class NeighbourLists {
  readonly ids: Int32Array;
  readonly cosines: Float32Array;
  /** 1 for a neighbour that no search has started from yet. */
  readonly isFresh: Uint8Array;

  constructor(
    readonly count: number,
    /** Neighbours kept of each point. */
    readonly size: number,
  ) {
    this.ids = new Int32Array(count * size).fill(NOBODY);
    this.cosines = new Float32Array(count * size).fill(-2);
    this.isFresh = new Uint8Array(count * size);
  }

  /** Whether the neighbour was near enough to be taken, and not known before. */
  offer(point: number, neighbour: number, cosine: number): boolean {
    const start = point * this.size;
    const end = start + this.size;
    if (cosine <= this.cosines[end - 1]) return false;
    let place = end - 1;
    for (let at = start; at < end; at++) if (this.ids[at] === neighbour) return false;
    while (place > start && this.cosines[place - 1] < cosine) {
      this.ids[place] = this.ids[place - 1];
      this.cosines[place] = this.cosines[place - 1];
      this.isFresh[place] = this.isFresh[place - 1];
      place--;
    }
    this.ids[place] = neighbour;
    this.cosines[place] = cosine;
    this.isFresh[place] = 1;
    return true;
  }
}

/** Stands where fewer neighbours are known than a list has places. */
export const NOBODY = -1;
