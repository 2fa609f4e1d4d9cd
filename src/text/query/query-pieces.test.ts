import { describe, expect, it } from 'vitest';
import { equalParts, queryPieces } from './query-pieces.js';

const sentence = (i: number) => `Sentence number ${i} of a letter that goes on and on about this and that.`;

describe('the pieces of a query', () => {
  it('are one if it is short', () => {
    expect(queryPieces('Why are there tides?', 'en')).toEqual(['Why are there tides?']);
  });

  it('are whole sentences, of all of it', () => {
    const query = Array.from({ length: 60 }, (_, i) => sentence(i)).join(' ');
    const pieces = queryPieces(query, 'en');
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.join(' ')).toBe(query);
    for (const piece of pieces) {
      expect(piece).toMatch(/^Sentence.*\.$/s);
      expect(piece.split(' ').length).toBeLessThanOrEqual(120);
    }
  });

  it('end with a question of its own, but not with a mere word of thanks', () => {
    const letter = Array.from({ length: 8 }, (_, i) => sentence(i)).join(' ');
    expect(queryPieces(`${letter} What does a berth cost?`, 'en').at(-1)).toBe('What does a berth cost?');
    expect(queryPieces(`${letter} Thank you!`, 'en')).toHaveLength(1);
  });
});

describe('equal parts of a text', () => {
  it('are as many as asked for, and cut no character', () => {
    expect(equalParts('abcdefgh', 3).join('')).toBe('abcdefgh');
    expect(equalParts('abcdefgh', 4)).toEqual(['ab', 'cd', 'ef', 'gh']);
    for (const part of equalParts('🧭'.repeat(9), 4)) expect(part).toMatch(/^(?:🧭)+$/u);
    expect(equalParts('🧭', 3)).toEqual(['🧭']);
  });
});
