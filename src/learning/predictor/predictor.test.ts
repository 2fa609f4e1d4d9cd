import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../random.js';
import { TrainingCanceled, UNWATCHED } from '../training-control.js';
import { describeFields, inputProblems } from './check-input.js';
import { explainPrediction } from './explain.js';
import type { InputRow } from './fields.js';
import { readPredictor, writePredictor } from './model.js';
import { PreparedPredictor } from './predict.js';
import { trainPredictor } from './train.js';

const random = seededRandom(9);
const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
const gaps = <T>(value: T) => (random() < 0.1 ? null : value);

const rows: InputRow[] = Array.from({ length: 400 }, (_, i) => ({
  id: `customer-${i}`,
  tenure: gaps(Math.floor(random() * 60)),
  contract: pick(['monthly', 'yearly', 'two years']),
  paperless: random() < 0.5,
  since: `20${10 + Math.floor(random() * 14)}-0${1 + Math.floor(random() * 9)}-15`,
  note: `${pick(['called', 'wrote', 'came'])} about ${pick(['a refund', 'the price', 'an upgrade'])} on day ${i}`,
}));
const leaves = (row: InputRow) => row.contract === 'monthly' && Number(row.tenure ?? 0) < 40;
const labels = rows.map((row) => (leaves(row) !== random() < 0.03 ? 'leaves' : 'stays'));
const trained = trainPredictor({ rows, labels }, UNWATCHED);
const predictor = new PreparedPredictor(trained.model);

const numberModel = trainPredictor(
  {
    rows,
    labels: rows.map((row, i) => Number(row.tenure ?? 30) * 2 + (row.contract === 'monthly' ? 50 : 0) + (i % 3)),
  },
  UNWATCHED,
);

const anyRow = fc.record(
  {
    tenure: fc.oneof(fc.double(), fc.string(), fc.constant(null)),
    contract: fc.oneof(fc.constantFrom('monthly', 'yearly'), fc.string()),
    paperless: fc.oneof(fc.boolean(), fc.string()),
    since: fc.oneof(fc.constantFrom('2020-01-01'), fc.string()),
    note: fc.string(),
  },
  { requiredKeys: [] },
);

test('types are inferred and shown, with the categories of each field', () => {
  expect(describeFields(trained.model)).toEqual([
    { name: 'id', type: 'identifier', required: false },
    { name: 'tenure', type: 'number', required: false },
    { name: 'contract', type: 'category', required: false, values: expect.arrayContaining(['monthly', 'yearly']) },
    { name: 'paperless', type: 'boolean', required: false, values: expect.arrayContaining(['true', 'false']) },
    { name: 'since', type: 'date', required: false },
    { name: 'note', type: 'text', required: false },
  ]);
});

test('the pattern of the examples is predicted, with calibrated alternatives', () => {
  const { label, confidenceScore, alternatives } = predictor.predict({ contract: 'monthly', tenure: 3 }, 3);
  expect(label).toBe('leaves');
  expect(alternatives).toHaveLength(1);
  expect(confidenceScore + alternatives[0].confidenceScore).toBeCloseTo(1);
  expect(predictor.predict({ contract: 'yearly', tenure: '3' }, 1)).toMatchObject({ label: 'stays', alternatives: [] });
  expect(trained.metrics).toMatchObject({ accuracy: expect.closeTo(0.95, 0) });
});

test('the fields that decide are the most important ones, and an identifier is none', () => {
  const importances = (features: typeof trained.features) => (features.kind === 'fields' ? features.fields : []);
  const [first, second, ...others] = importances(trained.features);
  expect([first.field, second.field].sort()).toEqual(['contract', 'tenure']);
  expect(second.importance).toBeGreaterThan(0.1);
  expect(others.map(({ field }) => field).sort()).toEqual(['note', 'paperless', 'since']);
  for (const { importance } of others) expect(importance).toBeLessThan(second.importance / 2);
  const strongest = importances(numberModel.features).slice(0, 2);
  expect(strongest.map(({ field }) => field).sort()).toEqual(['contract', 'tenure']);
});

test('missing fields, unseen categories and odd values still give a prediction', () => {
  fc.assert(
    fc.property(anyRow, (row) => {
      const { label, confidenceScore } = predictor.predict(row, 2);
      expect(['leaves', 'stays']).toContain(label);
      expect(confidenceScore).toBeGreaterThanOrEqual(0.5);
      expect(confidenceScore).toBeLessThanOrEqual(1);
    }),
  );
});

test('a row that lacks a field every example had is predicted from its other fields', () => {
  const { label, confidenceScore } = predictor.predict({}, 1);
  expect(label).toBe('stays');
  expect(confidenceScore).toBeLessThan(0.95);
  const numbers = new PreparedPredictor(numberModel.model);
  const [monthly, unknown, yearly] = ['monthly', 'weekly', 'yearly'].map((contract) =>
    Number(numbers.predict({ tenure: 20, contract }, 1).label),
  );
  expect(monthly).toBeGreaterThan(unknown + 10);
  expect(unknown).toBeGreaterThan(yearly + 5);
});

test('a row that lacks the field that decides is predicted without confidence', () => {
  const known = Array.from({ length: 400 }, (_, i) => ({
    months: Math.floor(random() * 50),
    noise: random(),
    odd: i % 2,
  }));
  const { model } = trainPredictor(
    { rows: known, labels: known.map(({ months }) => (months < 20 ? 'leaves' : 'stays')) },
    UNWATCHED,
  );
  const answers = new PreparedPredictor(model);
  for (const row of [{}, { noise: 0.5 }, { months: null, odd: 1 }]) {
    expect(answers.predict(row, 1).confidenceScore).toBeLessThan(0.8);
  }
  expect(answers.predict({ months: 3, noise: 0.5, odd: 1 }, 1).confidenceScore).toBeGreaterThan(0.95);
});

test('equal rows with different labels show how likely each label is', () => {
  const members = Array.from({ length: 200 }, (_, i) => ({ member: i < 100 }));
  const buys = members.map(({ member }, i) => (member === i % 10 > 0 ? 'buy' : 'no'));
  const { model, metrics, report } = trainPredictor({ rows: members, labels: buys }, UNWATCHED);
  expect(metrics).toMatchObject({ accuracy: expect.closeTo(0.9, 1) });
  const answers = [true, false].map((member) => new PreparedPredictor(model).predict({ member }, 1));
  expect(answers.map(({ label }) => label)).toEqual(['buy', 'no']);
  for (const { confidenceScore } of answers) expect(confidenceScore).toBeCloseTo(0.9, 1);
  expect(report).toMatchObject({ duplicates: 198, conflicts: { count: 2 } });
});

test('one field with few values can decide alone', () => {
  const colours = Array.from({ length: 90 }, (_, i) => ({ colour: ['red', 'green', 'blue'][i % 3] }));
  const { metrics } = trainPredictor({ rows: colours, labels: colours.map(({ colour }) => `is ${colour}`) }, UNWATCHED);
  expect(metrics).toMatchObject({ accuracy: 1 });
});

test('models that were written and read predict the same for any row', () => {
  for (const { model } of [trained, numberModel]) {
    const read = new PreparedPredictor(readPredictor(writePredictor(model)));
    const written = new PreparedPredictor(model);
    fc.assert(
      fc.property(anyRow, (row) => {
        expect(read.predict(row, 3)).toEqual(written.predict(row, 3));
      }),
    );
  }
});

test('embeddings of texts count beyond their words, and survive a round trip through the file', () => {
  const notes = Array.from({ length: 200 }, (_, i) => `note ${i} of ${random()} and ${random()}`);
  const isGood = notes.map(() => random() < 0.5);
  const values = Float32Array.from(isGood.flatMap((good) => (good ? [0.6, 0.8] : [0.8, -0.6])));
  const { model } = trainPredictor(
    { rows: notes.map((note) => ({ note })), labels: isGood, embeddings: { values, width: 2 } },
    UNWATCHED,
  );
  const read = new PreparedPredictor(readPredictor(writePredictor(model)));
  const row = { note: 'something that nobody has written' };
  expect(read.textOf(row)).toBe(row.note);
  for (const [embedding, label] of [
    [Float32Array.of(0.6, 0.8), 'true'],
    [Float32Array.of(0.8, -0.6), 'false'],
  ] as const) {
    expect(read.predict(row, 1, embedding).label).toBe(label);
    expect(explainPrediction(read, { row, embedding }, label)[0]).toMatchObject({ field: 'note' });
  }
  expect(read.textOf({ note: null })).toBe('');
  expect(read.predict({}, 1).confidenceScore).toBeLessThan(0.9);
});

test('an explanation names the field that decided', () => {
  const [first] = explainPrediction(predictor, { row: { contract: 'monthly', tenure: 3 }, embedding: null }, 'leaves');
  expect(first.field).toBe('contract');
  expect(first.weight).toBeGreaterThan(0);
});

test.each([1e-170, 1e160, 1.7e308])('numbers of any magnitude are predicted: %d', (most) => {
  const sizes = Array.from({ length: 60 }, (_, size) => ({ size }));
  const { model, metrics } = trainPredictor(
    { rows: sizes, labels: sizes.map(({ size }) => ((size - 30) / 30) * most) },
    UNWATCHED,
  );
  const { label, interval } = new PreparedPredictor(readPredictor(writePredictor(model))).predict({ size: 45 }, 1);
  expect(metrics).toMatchObject({ r2: expect.closeTo(1, 0) });
  expect([Number(label), interval?.low, interval?.high].every(Number.isFinite)).toBe(true);
  // Decimals are rounded to six at most.
  if (most > 1) expect(Number(label) / most).toBeCloseTo(0.5, 0);
});

test('numbers are predicted with an interval', () => {
  const { label, interval } = new PreparedPredictor(numberModel.model).predict({ tenure: 20, contract: 'monthly' }, 3);
  expect(Math.abs(Number(label) - 91)).toBeLessThan(6);
  expect(interval!.low).toBeLessThanOrEqual(Number(label));
  expect(interval!.high).toBeGreaterThanOrEqual(Number(label));
  expect(label).toMatch(/^\d+$/);
  expect(numberModel.metrics).toMatchObject({ r2: expect.closeTo(0.97, 1) });
});

test('input that does not fit the model is reported', () => {
  expect(inputProblems(trained.model, { contract: 'weekly', tenure: null, paperless: true })).toEqual([]);
  const problems = inputProblems(trained.model, {
    tenur: 3,
    tenure: 'long',
    since: 'once',
    note: ['a'],
    paperless: 1,
  });
  expect(problems.map(({ param, code }) => [param, code])).toEqual([
    ['input.tenur', 'parameter_unknown'],
    ['input.tenure', 'parameter_type'],
    ['input.since', 'parameter_type'],
    ['input.note', 'parameter_type'],
    ['input.paperless', 'parameter_type'],
  ]);
  expect(problems.at(-1)!.message).toBe('paperless must be true or false; 1 was sent.');
  expect(inputProblems(trained.model, { tenure: true })).toHaveLength(1);
  expect(inputProblems(trained.model, { tenure: '12', paperless: 'FALSE' })).toEqual([]);
  expect(problems[0].message).toContain('Did you mean "tenure"?');
});

test('a handful of rows, rows without fields and a constant are enough to train', () => {
  const few = [{ a: 1 }, { a: 2 }, { a: 8 }, { a: 9 }];
  const { model } = trainPredictor({ rows: few, labels: ['low', 'low', 'high', 'high'] }, UNWATCHED);
  expect(new PreparedPredictor(model).predict({ a: 9 }, 2).label).toBe('high');
  for (const same of [{}, { a: 'x' }]) {
    const empty = trainPredictor({ rows: [same, same, same], labels: [true, true, false] }, UNWATCHED);
    expect(new PreparedPredictor(empty.model).predict({}, 2).label).toBe('true');
  }
});

test('a field may have the name of an inherited property', () => {
  const odd = Array.from(
    { length: 30 },
    (_, i): InputRow => (i % 3 === 0 ? { x: i } : { x: i, constructor: `v${i % 2}` }),
  );
  const { model } = trainPredictor({ rows: odd, labels: odd.map((_, i) => `v${i % 2}`) }, UNWATCHED);
  expect(describeFields(model)[1]).toMatchObject({ name: 'constructor', type: 'category', values: ['v0', 'v1'] });
});

test('progress rises to 1, and a canceled training stops', () => {
  const fractions: number[] = [];
  const some = { rows: rows.slice(0, 40), labels: labels.slice(0, 40) };
  trainPredictor(some, { signal: { aborted: false }, onProgress: (fraction) => fractions.push(fraction) });
  expect(fractions.toSorted((a, b) => a - b)).toEqual(fractions);
  expect(fractions.at(-1)).toBeCloseTo(1);
  const stopped = { signal: { aborted: true }, onProgress: () => {} };
  expect(() => trainPredictor(some, stopped)).toThrow(TrainingCanceled);
});
