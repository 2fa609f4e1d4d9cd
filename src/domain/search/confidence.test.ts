import { expect, it } from 'vitest';
import { confidenceLevel, confidenceRule } from './confidence.js';

it('puts a score into words, each level from its least score on', () => {
  const levels = [100, 80, 79.99, 65, 64.9, 50, 49.9, 0].map(confidenceLevel);
  expect(levels).toEqual(['very_high', 'very_high', 'high', 'high', 'medium', 'medium', 'low', 'low']);
});

it('says which rule gave a score its level', () => {
  expect([90, 70, 50, 20, null].map(confidenceRule)).toEqual([
    'The score 90.0 is at least 80, where very_high begins.',
    'The score 70.0 is at least 65, where high begins, and below 80, where very_high begins.',
    'The score 50.0 is at least 50, where medium begins, and below 65, where high begins.',
    'The score 20.0 is below 50, where medium begins.',
    'There is no score.',
  ]);
  expect(confidenceRule(82.28)).toContain('The score 82.3 is');
  expect(confidenceRule(79.97)).toContain('The score 79.9 is at least 65');
});

it('has no word for what was not scored', () => {
  expect(confidenceLevel(null)).toBe('not_available');
});
