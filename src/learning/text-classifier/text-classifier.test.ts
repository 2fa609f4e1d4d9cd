import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gramWords } from '../ngram-features.js';
import { seededRandom } from '../random.js';
import { TrainingCanceled, UNWATCHED } from '../training-control.js';
import { classify, explainText } from './classify.js';
import { readTextClassifier, writeTextClassifier } from './model.js';
import { type LabelledTexts, trainTextClassifier } from './train.js';

const DIMENSIONS = 8;
const TOPICS = {
  cards: ['card', 'lost', 'stolen', 'replace', 'plastic'],
  loans: ['loan', 'credit', 'mortgage', 'borrow', 'rate'],
  größe: ['größe', 'länge', 'breite', 'höhe', 'maß'],
};
const FILLERS = ['please', 'help', 'my', 'the', 'what', 'about', 'soon', 'with'];

/** Topic words among filler words, with noisy embeddings that hint at the topic. */
function madeUpTexts(count: number): LabelledTexts {
  const random = seededRandom(3);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const labels = Object.keys(TOPICS) as (keyof typeof TOPICS)[];
  const chosen = Array.from({ length: count }, (_, i) => labels[i % labels.length]);
  const texts = chosen.map((label) => [pick(FILLERS), pick(TOPICS[label]), pick(FILLERS), pick(FILLERS)].join(' '));
  const embeddings = new Float32Array(count * DIMENSIONS);
  chosen.forEach((label, i) => {
    for (let d = 0; d < DIMENSIONS; d++) embeddings[i * DIMENSIONS + d] = (random() - 0.5) / 2;
    embeddings[i * DIMENSIONS + labels.indexOf(label)] += 0.5;
  });
  return { texts, labels: chosen, embeddings, dimensions: DIMENSIONS };
}

const source = madeUpTexts(240);
const trained = trainTextClassifier(source, UNWATCHED);

function asked(text: string, seed = 1) {
  const random = seededRandom(seed);
  return { text, embedding: Float32Array.from({ length: DIMENSIONS }, () => (random() - 0.5) / 4) };
}

test('the telling words of a label are its own, not those that every text has', () => {
  const { features } = trainTextClassifier(madeUpTexts(300), UNWATCHED);
  if (features.kind !== 'words') throw new Error('A text classifier goes by words.');
  expect(features.labels.map(({ label }) => label).sort()).toEqual(Object.keys(TOPICS).sort());
  for (const { label, words } of features.labels) {
    const own = TOPICS[label as keyof typeof TOPICS].flatMap(gramWords);
    const strongest = words.slice(0, own.length).map(({ word }) => word);
    expect(strongest.sort()).toEqual([...own].sort());
  }
});

test('new texts get the label of similar texts, with alternatives in descending order', () => {
  const { label, confidenceScore, alternatives } = classify(trained.model, asked('what about my stolen card'), 3);
  expect(label).toBe('cards');
  const scores = [confidenceScore, ...alternatives.map((alternative) => alternative.confidenceScore)];
  expect(scores.toSorted((a, b) => b - a)).toEqual(scores);
  expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1);
  expect(classify(trained.model, asked('card'), 1).alternatives).toEqual([]);
  expect(classify(trained.model, asked('Länge und Höhe'), 1).label).toBe('größe');
});

test('metrics come from a fifth of the examples', () => {
  const { metrics } = trained;
  const measured = metrics.labels.reduce((sum, { support }) => sum + support, 0);
  expect(measured).toBeGreaterThan(30);
  expect(measured).toBeLessThan(80);
  expect(metrics.accuracy).toBeGreaterThan(0.9);
  expect(metrics.confusionMatrix.labels).toEqual(['cards', 'größe', 'loans']);
});

test('duplicates, conflicts and suspected labels are reported', () => {
  const { texts, labels, embeddings } = madeUpTexts(240);
  const doubtful = 'a lost card, a stolen card, please replace the plastic';
  const noisy = { texts: [doubtful, ...texts.slice(1)], labels: ['loans', ...labels.slice(1)], embeddings };
  noisy.texts[5] = noisy.texts[1];
  const { report } = trainTextClassifier({ ...noisy, dimensions: DIMENSIONS }, UNWATCHED);
  expect(report).toMatchObject({ examples: 240, used: 240, duplicates: 240 - new Set(noisy.texts).size });
  const contradicting = report.conflicts.listed.find(({ examples }) => examples.includes(1));
  expect(contradicting).toEqual({ examples: expect.arrayContaining([1, 5]), labels: ['loans', 'größe'] });
});

test('an explanation names the words that decided', () => {
  const { words } = explainText(trained.model, asked('please replace my card soon'), {
    label: 'cards',
    without: [],
  });
  expect(
    words
      .slice(0, 2)
      .map(({ word }) => word)
      .sort(),
  ).toEqual(['card', 'replace']);
  expect(words[0].weight).toBeGreaterThan(0);
});

test('an explanation attributes to a word what the embedding loses without it', () => {
  const source = asked('please replace my card soon');
  const whole = explainText(trained.model, source, { label: 'cards', without: [] });
  const embedding = source.embedding.map(() => 0);
  const without = [{ removed: ['soon'], embedding }];
  const shared = explainText(trained.model, source, { label: 'cards', without });
  const weightOf = ({ words }: typeof whole) => words.find(({ word }) => word === 'soon')!.weight;
  expect(shared.meaning).toBeCloseTo(0);
  expect(weightOf(shared) - weightOf(whole)).toBeCloseTo(whole.meaning);
});

test('a model that was written and read classifies any text the same', () => {
  const read = readTextClassifier(writeTextClassifier(trained.model));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (text, seed) => {
      expect(classify(read, asked(text, seed), 3)).toEqual(classify(trained.model, asked(text, seed), 3));
    }),
  );
});

test('training twice gives the same model', () => {
  expect(trainTextClassifier(source, UNWATCHED).model).toEqual(trained.model);
});

test('two labels of two examples are enough', () => {
  const texts = ['red apple', 'green apple', 'fast car', 'slow car'];
  const embeddings = new Float32Array(4 * DIMENSIONS).fill(0.1);
  const small = { texts, labels: ['fruit', 'fruit', 'vehicle', 'vehicle'], embeddings, dimensions: DIMENSIONS };
  const { model } = trainTextClassifier(small, UNWATCHED);
  expect(classify(model, { text: 'an apple', embedding: embeddings.subarray(0, DIMENSIONS) }, 2).label).toBe('fruit');
});

test('a few texts that are sent many times are measured for each label', () => {
  const texts = ['red apple', 'green apple', 'fast car', 'slow car'].flatMap((text) => Array<string>(50).fill(text));
  const labels = texts.map((text) => (text.endsWith('apple') ? 'fruit' : 'vehicle'));
  const embeddings = new Float32Array(texts.length * DIMENSIONS).fill(0.1);
  const { metrics, model } = trainTextClassifier({ texts, labels, embeddings, dimensions: DIMENSIONS }, UNWATCHED);
  expect(metrics.labels.map(({ support }) => support)).toEqual([20, 20]);
  expect(metrics.accuracy).toBe(1);
  expect(model.seen).toEqual([2, 2]);
});

test('texts that are all equal can be trained on', () => {
  const labels = ['a', 'a', 'b', 'b'];
  const embeddings = new Float32Array(4 * DIMENSIONS);
  const { report } = trainTextClassifier(
    { texts: labels.map(() => '!'), labels, embeddings, dimensions: DIMENSIONS },
    UNWATCHED,
  );
  expect(report.conflicts.count).toBe(1);
});

test('progress rises to 1, and a canceled training stops', () => {
  const fractions: number[] = [];
  trainTextClassifier(source, { signal: { aborted: false }, onProgress: (fraction) => fractions.push(fraction) });
  expect(fractions.toSorted((a, b) => a - b)).toEqual(fractions);
  expect(fractions.at(-1)).toBeCloseTo(1);
  const signal = { aborted: false };
  const stop = () => {
    signal.aborted = true;
  };
  expect(() => trainTextClassifier(source, { signal, onProgress: stop })).toThrow(TrainingCanceled);
});
