/** Of any length: only the direction counts. */
type Direction = Int8Array | Float32Array;

export interface TopicComparison {
  /** What is compared, each given by its passages or by its one direction. */
  subjects: readonly (readonly Direction[])[];
  /** What it is compared with, each given by its phrases, of unit length. */
  topics: readonly (readonly Float32Array[])[];
}

/**
 * How near a passage comes to a topic: the mean of its cosines with those phrases of the topic that it is nearest to.
 * A description lists what a topic is about, and a document is about one or two of these things, seldom about all. Of a short
 * description fewer count: otherwise it would seem to be farther away than a long one.
 */
const NEAREST_PHRASES = 3;
const NEAREST_SHARE = 1 / 3;

/** How near each subject is to each of the topics, its passages taken together. */
export function compareTopics({ subjects, topics }: TopicComparison): number[][] {
  return subjects.map((passages) => topics.map((phrases) => meanNearness(passages, phrases)));
}

function meanNearness(passages: readonly Direction[], phrases: readonly Float32Array[]): number {
  return mean(passages.map((passage) => nearness(passage, phrases)));
}

function nearness(passage: Direction, phrases: readonly Float32Array[]): number {
  const length = Math.sqrt(dot(passage, passage));
  if (length === 0) return 0;
  const counted = Math.min(NEAREST_PHRASES, Math.max(1, Math.round(phrases.length * NEAREST_SHARE)));
  const nearest: number[] = [];
  for (const phrase of phrases) {
    nearest.push(dot(passage, phrase) / length);
    if (nearest.length > counted) nearest.sort((a, b) => b - a).pop();
  }
  return mean(nearest);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function dot(one: Direction, other: Direction): number {
  let product = 0;
  for (let i = 0; i < one.length; i++) product += one[i] * other[i];
  return product;
}
