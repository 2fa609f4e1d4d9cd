import { describe, expect, it } from 'vitest';
import { answerLevel, readAnswerModels } from './answer-model.js';

describe('the answer model that comes with Sextant', async () => {
  const models = await readAnswerModels();
  const { english: model } = models;

  it.each(['english', 'multilingual'] as const)('has its borders in order: %s', (name) => {
    const { levels, threshold, thresholdOverLanguages, hopeless } = models[name];
    const borders = [hopeless, threshold, thresholdOverLanguages, levels.medium, levels.high, levels.very_high];
    expect(borders).toEqual(borders.toSorted((a, b) => a - b));
  });

  it('gives the level that a probability reaches', () => {
    const { levels } = model;
    expect(answerLevel(1, model)).toBe('very_high');
    expect(answerLevel(levels.very_high - 1e-6, model)).toBe('high');
    expect(answerLevel(levels.high - 1e-6, model)).toBe('medium');
    expect(answerLevel(levels.medium - 1e-6, model)).toBe('low');
  });
});
