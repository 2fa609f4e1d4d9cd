import { describe, expect, it } from 'vitest';
import { readAnswerModels } from './answer-weights.js';
import { chooseAnswer, MOST_SENTENCES, mostPromising, type SentenceFeatures } from './choose-answer.js';

const NOTHING: SentenceFeatures = {
  inSentence: 0,
  nearby: 0,
  inPassage: 0,
  namesMissing: 0,
  heaviestMissing: 0,
  pairs: 0,
  kind: 0,
  negationMissing: 0,
  isFirst: 0,
  newWords: 0,
  focus: 0,
  nearness: 0,
  passageNearness: 0,
  documentScore: 0,
};
const near = (nearness: number): SentenceFeatures => ({ ...NOTHING, nearness });
const model = { sentence: { nearness: 1 }, answer: { bias: -1, nearness: 1 }, threshold: 0.5, enough: 0.9 };

describe('choosing an answer', () => {
  it('takes one sentence where it is much likelier than the rest', () => {
    expect(chooseAnswer([near(0), near(9), near(1)], model)?.chosen).toEqual([1]);
  });

  it('takes more where they are alike, the likeliest first, and never too many', () => {
    expect(chooseAnswer([near(1), near(1.2), near(-9)], model)?.chosen).toEqual([1, 0]);
    expect(chooseAnswer(Array(20).fill(near(1)), model)?.chosen).toHaveLength(MOST_SENTENCES);
  });

  it('says how likely the answer is', () => {
    const likelihood = (nearness: number) => chooseAnswer([near(nearness)], model)!.likelihood;
    expect(likelihood(1)).toBeCloseTo(0.5);
    expect(likelihood(5)).toBeGreaterThan(0.9);
    expect(likelihood(-5)).toBeLessThan(0.1);
  });

  it('has no answer without sentences', () => {
    expect(chooseAnswer([], model)).toBeNull();
  });

  it('guesses what is worth embedding by passages', () => {
    const sentences = [0.2, 0.9, 0.5].map((passageNearness) => ({ ...NOTHING, passageNearness }));
    expect(mostPromising(sentences, model, 2)).toEqual([1, 2]);
  });
});

describe('the weights that are shipped', () => {
  it('weigh only what sentences have', async () => {
    const known = [...Object.keys(NOTHING), 'share', 'mostInSentence', 'mostNearness', 'mostKind', 'bias'];
    for (const { sentence, answer, threshold, enough } of Object.values(await readAnswerModels())) {
      for (const name of [...Object.keys(sentence), ...Object.keys(answer)]) expect(known).toContain(name);
      expect(threshold).toBeGreaterThan(0);
      expect(threshold).toBeLessThan(1);
      expect(enough).toBeLessThanOrEqual(1);
    }
  });
});
