import { describe, expect, it } from 'vitest';
import { poolTokens } from './encoder.js';

const TOKENS = Float32Array.of(1, 2, 3, 4, 8, 0);

describe('poolTokens', () => {
  it('averages the tokens', () => {
    expect([...poolTokens(TOKENS, 2, 'mean')]).toEqual([4, 2]);
  });

  it('takes the first token, which stands for the text', () => {
    expect([...poolTokens(TOKENS, 2, 'cls')]).toEqual([1, 2]);
  });
});
