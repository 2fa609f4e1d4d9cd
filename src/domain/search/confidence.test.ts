import { expect, it } from 'vitest';
import { confidenceLevel } from './confidence.js';

it('puts a score into words, each level from its least score on', () => {
  const levels = [100, 80, 79.99, 65, 64.9, 50, 49.9, 0].map(confidenceLevel);
  expect(levels).toEqual(['very_high', 'very_high', 'high', 'high', 'medium', 'medium', 'low', 'low']);
});

it('has no word for what was not scored', () => {
  expect(confidenceLevel(null)).toBe('not_available');
});
