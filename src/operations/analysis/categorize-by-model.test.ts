import { describe, expect, it } from 'vitest';
import { readAnswer } from './categorize-by-model.js';

const CATEGORIES = ['Sports', 'Cooking'].map((name) => ({ name, description: 'A description.' }));
const read = (text: string) => readAnswer(text, CATEGORIES);

describe('the answer of a language model', () => {
  it('is read from an array, even with text around it', () => {
    const answer =
      'Sure! [{"category": 2, "confidence": "high"}, {"category": 1, "confidence": "low"}] Hope that helps.';
    expect(read(answer)).toEqual([
      { name: 'Cooking', confidence: 'high' },
      { name: 'Sports', confidence: 'low' },
    ]);
    expect(read('[]')).toEqual([]);
  });

  it('counts a category once', () => {
    const twice = '[{"category": 1, "confidence": "high"}, {"category": 1, "confidence": "low"}]';
    expect(read(twice)).toEqual([{ name: 'Sports', confidence: 'high' }]);
  });

  it.each([
    'Sports, I think.',
    '[{"category": 1',
    '[1, 2]',
    '[null]',
    '[{"category": 3, "confidence": "high"}]',
    '[{"category": 0.5, "confidence": "high"}]',
    '[{"category": "1", "confidence": "high"}]',
    '[{"category": 1, "confidence": "certain"}]',
    '[[]]',
    '][',
  ])('is rejected as %s', (answer) => {
    expect(read(answer)).toBeNull();
  });
});
