import { describe, expect, it } from 'vitest';
import { answerLevel, readAnswerModels } from './answer-model.js';

describe('the answer model that comes with Sextant', async () => {
  const { english: model } = await readAnswerModels();

  it('has its borders in order', () => {
    const { levels, threshold, hopeless } = model;
    expect(hopeless).toBeLessThan(threshold);
    expect(threshold).toBeLessThan(levels.high);
    expect(levels.medium).toBeLessThan(levels.high);
    expect(levels.high).toBeLessThan(levels.very_high);
  });

  it('gives the level that a probability reaches', () => {
    const { levels } = model;
    expect(answerLevel(1, model)).toBe('very_high');
    expect(answerLevel(levels.very_high - 1e-6, model)).toBe('high');
    expect(answerLevel(levels.high - 1e-6, model)).toBe('medium');
    expect(answerLevel(levels.medium - 1e-6, model)).toBe('low');
  });
});
