import { describe, expect, it } from 'vitest';
import { areAlike } from './alike-words.js';

describe('words that are alike', () => {
  it.each([
    ['knetet', 'knet'],
    ['geknetet', 'knet'],
    ['brot', 'roggenbrot'],
    ['universitat', 'univers'],
    ['kitap', 'kitaplar'],
  ])('begin alike, or one is in the other: %s, %s', (one, other) => {
    expect(areAlike(one, other)).toBe(true);
    expect(areAlike(other, one)).toBe(true);
  });

  it.each([
    ['contain', 'continent'],
    ['art', 'party'],
    ['1932', '19321'],
    ['c3po4', 'c3po'],
    ['', ''],
  ])('are no strangers with a few letters in common, and no numbers: %s, %s', (one, other) => {
    expect(areAlike(one, other)).toBe(false);
  });
});
