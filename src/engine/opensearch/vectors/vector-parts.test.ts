import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { vectorParts } from './vector-parts.js';

const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 })
  .map((values) => Float32Array.from(values));
const codes = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: 8, maxLength: 8 });

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const length = Math.hypot(...Array.from(a)) * Math.hypot(...Array.from(b));
  return length === 0 ? 0 : Array.from(a).reduce((sum, value, i) => sum + value * b[i], 0) / length;
}

it('has cosines that add up to that of the whole', () => {
  fc.assert(
    fc.property(vector, codes, (query, passage) => {
      const sum = vectorParts(query).reduce((total, part) => total + part.weight * cosine(part.codes, passage), 0);
      expect(sum).toBeCloseTo(cosine(query, passage), 4);
    }),
  );
});

it('is made of bytes', () => {
  fc.assert(
    fc.property(vector, (query) => {
      for (const part of vectorParts(query)) expect(part.codes.every((code) => Math.abs(code) <= 127)).toBe(true);
    }),
  );
});

it('has no parts without a direction', () => {
  expect(vectorParts(new Float32Array(8))).toEqual([]);
});
