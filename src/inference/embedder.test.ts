import { describe, expect, it } from 'vitest';
import { unitVector } from './embedder.js';

describe('unitVector', () => {
  it('keeps the direction and makes the length 1', () => {
    expect([...unitVector([3, 0, 4])].map((value) => value.toFixed(2))).toEqual(['0.60', '0.00', '0.80']);
  });

  it('refuses zeros, infinities and what is no number', () => {
    for (const broken of [[0, 0], [1, Number.NaN], [Number.POSITIVE_INFINITY, 1], []]) {
      expect(() => unitVector(broken)).toThrow('no usable vector');
    }
  });
});
