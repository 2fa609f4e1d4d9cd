import { expect, test } from 'vitest';
import { seededRandom } from '../random.js';
import { UNWATCHED } from '../training-control.js';
import { classify, explainText } from './classify.js';
import { readTextClassifier, type TextClassifier, writeTextClassifier } from './model.js';
import { addNeighbours, KnownExamples, sampleOf } from './neighbours.js';
import { trainTextClassifier } from './train.js';

const DIMENSIONS = 4;
/** Two places each: no border between a label's texts and the others is straight. */
const PLACES = { same: [0, 1], other: [2, 3] };
const CORNERS = [
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
];

/** Texts without words in common, whose embeddings lie around the corners of a square. */
function cornerTexts(count: number) {
  const random = seededRandom(5);
  const labels = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 'same' : 'other') as keyof typeof PLACES);
  const embeddings = new Float32Array(count * DIMENSIONS);
  labels.forEach((label, i) => {
    const corner = CORNERS[PLACES[label][(i >> 1) % 2]];
    const values = Array.from({ length: DIMENSIONS }, (_, d) => (corner[d] ?? 0) + (random() - 0.5) / 2);
    const length = Math.hypot(...values);
    embeddings.set(
      values.map((value) => value / length),
      i * DIMENSIONS,
    );
  });
  return { texts: labels.map((_, i) => `text${i}`), labels, embeddings, dimensions: DIMENSIONS };
}

const { model, metrics } = trainTextClassifier(cornerTexts(300), UNWATCHED);
const at = (x: number, y: number) => ({ text: '', embedding: Float32Array.of(x, y, 0, 0) });

test('a label with several meanings is found by the examples that are near', () => {
  expect(model.neighbours).not.toBeNull();
  expect(metrics.accuracy).toBeGreaterThan(0.95);
  for (const [x, y] of CORNERS) {
    const { label, confidenceScore } = classify(model, at(x, y), 1);
    expect(label).toBe(x === y ? 'same' : 'other');
    expect(confidenceScore).toBeGreaterThan(0.9);
  }
});

test('an explanation counts what the neighbours add as meaning', () => {
  const { meaning } = explainText(model, at(1, 1), { label: 'same', without: [] });
  expect(meaning).toBeGreaterThan(1);
  const without = [{ removed: ['a'], embedding: Float32Array.of(1, -1, 0, 0) }];
  const shared = explainText(model, { ...at(1, 1), text: 'a' }, { label: 'same', without });
  expect(shared.words.find(({ word }) => word === 'a')!.weight).toBeGreaterThan(meaning);
  expect(shared.meaning).toBeLessThan(0);
});

test('neighbours survive a round trip through the file', () => {
  const read = readTextClassifier(writeTextClassifier(model));
  expect(read).toEqual(model);
  expect(classify(read, at(1, 0.9), 2)).toEqual(classify(model, at(1, 0.9), 2));
});

test('a file of an earlier build is read as a model without neighbours', () => {
  const { neighbours, ...earlier } = model;
  const bytes = writeTextClassifier({ ...earlier, neighbours: null });
  bytes[4] = 2;
  const read: TextClassifier = readTextClassifier(bytes);
  expect(read).toEqual({ ...earlier, neighbours: null });
  expect(neighbours).not.toBeNull();
});

test('few examples are not enough to tell whether neighbours help', () => {
  expect(trainTextClassifier(cornerTexts(40), UNWATCHED).model.neighbours).toBeNull();
});

test('a text without meaning is near nothing', () => {
  const scores = Float64Array.of(1, 2);
  addNeighbours(scores, model.neighbours, new Float32Array(DIMENSIONS));
  expect([...scores]).toEqual([1, 2]);
});

test('more examples than fit are sampled, in their order', () => {
  const use = Uint32Array.from({ length: 1000 }, (_, i) => i * 2);
  const sample = sampleOf(use, 100);
  expect(sample.length).toBe(100);
  expect(new Set(sample).size).toBe(100);
  expect(sample).toEqual(sample.toSorted());
  expect(sampleOf(use, 1000)).toEqual(use);
  const wide = { embeddings: new Float32Array(3 * 2_000_000), dimensions: 2_000_000 };
  const { codes, classes } = KnownExamples.of(wide, Uint32Array.of(0, 1, 0), Uint32Array.of(0, 1, 2));
  expect(codes.length).toBe(4_000_000);
  expect(classes.length).toBe(2);
});
