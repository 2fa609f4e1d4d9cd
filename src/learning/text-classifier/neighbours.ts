import { Directions } from '../../algorithms/layout/directions.js';
import { quantize } from '../../domain/document/vectors.js';
import { seededRandom, shuffle } from '../random.js';

// A linear model draws one border between two labels, however many ways there are to ask for either. Examples that mean nearly
// the same as a text know better, so their labels count as well.

export interface NeighbourSettings {
  /** How fast an example counts less the further away it is: exp(sharpness * (cosine - 1)). */
  sharpness: number;
  /** What the evidence of the examples is multiplied by before it is added to the scores of the linear model. */
  weight: number;
}

export interface Neighbours extends NeighbourSettings {
  examples: KnownExamples;
}

/** Bounds the examples to 4 MB, and the time that a text is compared with them to a millisecond. */
const MAX_CODES = 4_000_000;
/** What each class has besides its examples. Where none is near, no class is more likely than another. */
const BACKGROUND = 1e-3;

/** Examples by what they mean: what texts are compared with. */
export class KnownExamples {
  /** In the memory of the kernel that compares them, once they are needed. */
  #directions: Directions | null = null;

  constructor(
    /** The mean of the embeddings. Those of all texts have much in common, which says nothing about a label. */
    readonly centre: Float32Array,
    /** The direction of each example as seen from the centre, row after row; one code from -127 to 127 per dimension. */
    readonly codes: Int8Array,
    /** The class of each example. */
    readonly classes: Uint32Array,
  ) {}

  /** The examples `use`; if there are too many, a random sample of them. */
  static of(
    { embeddings, dimensions }: { embeddings: Float32Array; dimensions: number },
    classes: Uint32Array,
    use: Uint32Array,
  ): KnownExamples {
    const kept = sampleOf(use, Math.max(1, Math.floor(MAX_CODES / Math.max(1, dimensions))));
    const centre = meanOf(embeddings, dimensions, kept);
    const codes = new Int8Array(kept.length * dimensions);
    kept.forEach((row, i) => {
      const embedding = embeddings.subarray(row * dimensions, (row + 1) * dimensions);
      codes.set(directionFrom(centre, embedding), i * dimensions);
    });
    return new KnownExamples(
      centre,
      codes,
      Uint32Array.from(kept, (row) => classes[row]),
    );
  }

  /** The cosine of an embedding with each example. Null for an embedding of length 0, that of a text that means nothing. */
  cosinesWith(embedding: Float32Array): Float32Array | null {
    if (embedding.every((value) => value === 0)) return null;
    this.#directions ??= new Directions(this.codes, this.centre.length);
    return this.#directions.cosinesWith(directionFrom(this.centre, embedding));
  }
}

/** Ascending. All of `use` if there are no more than `max`. */
export function sampleOf(use: Uint32Array, max: number): Uint32Array {
  return use.length <= max ? use : shuffle(use.slice(), seededRandom(3)).slice(0, max).sort();
}

function meanOf(embeddings: Float32Array, dimensions: number, use: Uint32Array): Float32Array {
  const sum = new Float64Array(dimensions);
  for (const row of use) {
    for (let d = 0; d < dimensions; d++) sum[d] += embeddings[row * dimensions + d];
  }
  return Float32Array.from(sum, (value) => value / use.length);
}

function directionFrom(centre: Float32Array, embedding: Float32Array): Int8Array {
  return quantize(embedding.map((value, d) => value - centre[d]));
}

/** Adds the evidence of the examples for each class, times `weight`, to its score: the logarithm of how many are near. */
export function addEvidence(
  scores: Float64Array,
  { classes }: KnownExamples,
  { cosines, sharpness, weight }: NeighbourSettings & { cosines: Float32Array | null },
): void {
  if (cosines === null) return;
  const near = new Float64Array(scores.length).fill(BACKGROUND);
  for (let i = 0; i < cosines.length; i++) near[classes[i]] += Math.exp(sharpness * (cosines[i] - 1));
  for (let k = 0; k < scores.length; k++) scores[k] += weight * Math.log(near[k]);
}

/** Adds what the neighbours of a text say to its scores. Models of earlier builds have none. */
export function addNeighbours(scores: Float64Array, neighbours: Neighbours | null, embedding: Float32Array): void {
  if (neighbours === null) return;
  const { examples, sharpness, weight } = neighbours;
  addEvidence(scores, examples, { cosines: examples.cosinesWith(embedding), sharpness, weight });
}
