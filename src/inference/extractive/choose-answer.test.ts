import { describe, expect, it } from 'vitest';
import { readAnswerModels } from './answer-model.js';
import { chooseAnswer, type SentenceFeatures, sentenceFeatures } from './choose-answer.js';

const FIT = { document: 0.9, passage: 2 };
const SPANS = [
  { start: 0, end: 5, share: 0.5 },
  { start: 2, end: 5, share: 0.25 },
  { start: 40, end: 44, share: 0.2 },
];
const GOOD: SentenceFeatures = { answerable: 5, share: -0.05, document: 0.9, passage: 2, nearby: 1 };
const POOR: SentenceFeatures = { answerable: -5, share: -6, document: 0.3, passage: -1, nearby: 0 };
const here = (features: SentenceFeatures) => ({ ...features, isAcross: false });

describe('the features of a sentence', () => {
  it('have the reader\u2019s share of all spans that begin in it', () => {
    const features = sentenceFeatures(
      { answerable: 3, spans: SPANS },
      { start: 0, end: 20, nearby: 0.4, insteadOf: [] },
      FIT,
    );
    expect(features.share).toBeCloseTo(Math.log(0.751));
    expect(features).toMatchObject({ answerable: 3, document: 0.9, passage: 2, nearby: 0.4 });
  });

  it('have the share of the rows that stand beside the one that is asked for', () => {
    const row = { start: 20, end: 30, nearby: 1, insteadOf: [{ start: 30, end: 50 }] };
    expect(sentenceFeatures({ answerable: 3, spans: SPANS }, row, FIT).share).toBeCloseTo(Math.log(0.201));
  });

  it('are finite where the reader points elsewhere', () => {
    const features = sentenceFeatures(
      { answerable: 3, spans: SPANS },
      { start: 50, end: 60, nearby: 0, insteadOf: [] },
      FIT,
    );
    expect(Number.isFinite(features.share)).toBe(true);
  });
});

describe('choosing an answer', async () => {
  const { multilingual: model } = await readAnswerModels();

  it('takes the sentence that the reader points at, and no other if it is sure', () => {
    const { chosen, probability } = chooseAnswer([POOR, GOOD, POOR].map(here), model)!;
    expect(chosen).toEqual([1]);
    expect(probability).toBeGreaterThan(model.threshold);
  });

  it('takes a second one where two are alike', () => {
    expect(chooseAnswer([GOOD, POOR, GOOD].map(here), model)!.chosen.toSorted()).toEqual([0, 2]);
  });

  it('takes no far less likely one beside a likely answer, but several where none is likely', () => {
    const lessLikely = (features: SentenceFeatures) => {
      const share = features.share + Math.log(0.05) / model.sentence.share;
      return [features, ...Array(3).fill({ ...features, share })].map(here);
    };
    const likely = chooseAnswer(lessLikely(GOOD), model)!;
    expect(likely.probability).toBeGreaterThan(model.levels.medium);
    expect(likely.chosen).toEqual([0]);
    const unlikely = chooseAnswer(lessLikely({ ...GOOD, answerable: -5 }), model)!;
    expect(unlikely.probability).toBeLessThan(model.levels.medium);
    expect(unlikely.chosen.length).toBeGreaterThan(1);
  });

  it('finds an answer likelier the likelier the reader does', () => {
    const ofLogit = (answerable: number) => chooseAnswer([here({ ...GOOD, answerable })], model)!.probability;
    const rising = [-6, -3, 0, 3, 6].map(ofLogit);
    expect(rising).toEqual(rising.toSorted((a, b) => a - b));
  });

  it('chooses among any number of sentences', () => {
    const sentences = [...Array(200_000).fill(here(POOR)), here(GOOD)];
    expect(chooseAnswer(sentences, model)!.chosen).toContain(200_000);
  });

  it('declines what nobody points at', () => {
    expect(chooseAnswer([here(POOR)], model)!.probability).toBeLessThan(model.threshold);
    expect(chooseAnswer([], model)).toBeNull();
  });
});
