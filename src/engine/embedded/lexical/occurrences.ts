/**
 * Counts by document that are added up, read and forgotten once per word of a query. Only the documents that were
 * touched are visited, and the memory is used again: a query over a million documents allocates none. Whoever adds a count
 * to a document without one writes down that it was touched; whoever reads the counts sets them, and `size`, to 0.
 */
export class Occurrences {
  readonly counts: Float32Array;
  /** The first `size` of these have a count. */
  readonly touched: Uint32Array;
  size = 0;

  constructor(documents: number) {
    this.counts = new Float32Array(documents);
    this.touched = new Uint32Array(documents);
  }
}

const scratch = new Map<string, Occurrences>();

/** Empty, and large enough; the same one at every call with this name. */
export function scratchFor(name: string, documents: number): Occurrences {
  let occurrences = scratch.get(name);
  if (occurrences === undefined || occurrences.counts.length < documents) {
    occurrences = new Occurrences(documents);
    scratch.set(name, occurrences);
  }
  return occurrences;
}
