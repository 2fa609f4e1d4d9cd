import { expect, it } from 'vitest';
import { partsOf } from './parts.js';

it('cuts a text at its paragraphs', () => {
  expect(partsOf('One.\n\nTwo. Three.\n \nFour.')).toEqual(['One.', 'Two. Three.', 'Four.']);
});

it('cuts long paragraphs at sentences, and gives at most ten parts of at most 1,000 characters', () => {
  const parts = partsOf('A sentence of some length, again and again. '.repeat(400));
  expect(parts).toHaveLength(10);
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(1_000);
    expect(part).toMatch(/again\.$/);
  }
  expect(partsOf('x'.repeat(5_000))[0]).toHaveLength(1_000);
});

it('finds nothing in nothing', () => {
  expect(partsOf(' \n\n ')).toEqual([]);
});
