import { expect, it } from 'vitest';
import { readingCutoff } from './reading-cutoff.js';

it.each([
  [0, 0],
  [45, 0],
  [50, 10],
  [70, 50],
  [90, 90],
])('reads for a cutoff of %i what scores above %i', (cutoff, read) => {
  expect(readingCutoff(cutoff)).toBe(read);
});
