import { Directions } from '../../algorithms/layout/directions.js';
import { quantize } from '../../domain/document/vectors.js';
import { seededRandom, shuffle } from '../random.js';

// A linear model draws one border between two labels, however many ways there are to ask for either. Examples that mean nearly
// the same as a text know better, so their labels count as well.

/** Examples by what they mean: what texts are compared with. */
export interface KnownExamples {
  /** The mean of the embeddings. Those of all texts have much in common, which says nothing about a label. */
  centre: Float32Array;
  /** The direction of each example as seen from the centre, row after row; one code from -127 to 127 per dimension. */
  codes: Int8Array;
  /** The class of each example. */
  classes: Uint32Array;
}

export interface NeighbourSettings {
  /** How fast an example counts less the further away it is: exp(sharpness * (cosine - 1)). */
  sharpness: number;
  /** What the evidence of the examples is multiplied by before it is added to the scores of the linear model. */
  weight: number;
}

export interface Neighbours extends KnownExamples, NeighbourSettings {}

/** Bounds the examples to 4 MB, and the time that a text is compared with them to a millisecond. */
const MAX_CODES = 4_000_000;
/** What each class has besides its examples. Where none is near, no class is more likely than another. */
const BACKGROUND = 1e-3;

/** The examples `use`; if there are too many, a random sample of them. */
export function rememberExamples(
  { embeddings, dimensions }: { embeddings: Float32Array; dimensions: number },
  classes: Uint32Array,
  use: Uint32Array,
): KnownExamples {
  const kept = sampleOf(use, Math.max(1, Math.floor(MAX_CODES / Math.max(1, dimensions))));
  const centre = meanOf(embeddings, dimensions, kept);
  const codes = new Int8Array(kept.length * dimensions);
  kept.forEach((row, i) => {
    codes.set(directionFrom(centre, embeddings.subarray(row * dimensions, (row + 1) * dimensions)), i * dimensions);
  });
  return { centre, codes, classes: Uint32Array.from(kept, (row) => classes[row]) };
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

/** The examples in the memory of the kernel that compares them, made when they are first needed. */
const prepared = new WeakMap<Int8Array, Directions>();

function directionsOf({ codes, centre }: KnownExamples): Directions {
  const known = prepared.get(codes);
  if (known !== undefined) return known;
  const directions = new Directions(codes, centre.length);
  prepared.set(codes, directions);
  return directions;
}

/** The cosine of an embedding with each example. Null for an embedding of length 0, that of a text that means nothing. */
export function cosinesWithExamples(examples: KnownExamples, embedding: Float32Array): Float32Array | null {
  if (embedding.every((value) => value === 0)) return null;
  return directionsOf(examples).cosinesWith(directionFrom(examples.centre, embedding));
}

/** Adds the evidence of the examples for each class, times `weight`, to its score: the logarithm of how many are near. */
export function addEvidence(
  scores: Float64Array,
  examples: KnownExamples,
  { cosines, sharpness, weight }: NeighbourSettings & { cosines: Float32Array | null },
): void {
  if (cosines === null) return;
  const near = new Float64Array(scores.length).fill(BACKGROUND);
  for (let i = 0; i < cosines.length; i++) near[examples.classes[i]] += Math.exp(sharpness * (cosines[i] - 1));
  for (let k = 0; k < scores.length; k++) scores[k] += weight * Math.log(near[k]);
}

/** Adds what the neighbours of a text say to its scores. Models of earlier builds have none. */
export function addNeighbours(scores: Float64Array, neighbours: Neighbours | null, embedding: Float32Array): void {
  if (neighbours === null) return;
  const { sharpness, weight } = neighbours;
  addEvidence(scores, neighbours, { cosines: cosinesWithExamples(neighbours, embedding), sharpness, weight });
}
