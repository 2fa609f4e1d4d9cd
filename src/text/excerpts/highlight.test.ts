import { describe, expect, it } from 'vitest';
import { highlight } from './highlight.js';

const TAGS = { pre: '[', post: ']' };

function mark(text: string, ...ranges: [number, number][]): string {
  return highlight(
    text,
    ranges.map(([start, end]) => ({ start, end })),
    TAGS,
  );
}

describe('highlight', () => {
  it('puts matches in tags', () => {
    expect(mark('a red fox', [2, 5], [6, 9])).toBe('a [red] [fox]');
    expect(mark('a red fox')).toBe('a red fox');
  });

  it('takes matches in any order and joins those that overlap', () => {
    expect(mark('a red fox', [6, 9], [2, 5], [2, 9], [3, 4])).toBe('a [red fox]');
  });

  it('leaves entities and characters whole', () => {
    expect(mark('R&amp;D', [2, 5])).toBe('R&amp;D');
    expect(mark('R&D amp; x', [4, 7])).toBe('R&D [amp]; x');
    expect(mark('cafe\u0301 x', [0, 4])).toBe('[cafe\u0301] x');
    expect(mark('👩‍👧x', [0, 2])).toBe('[👩‍👧]x');
  });

  it('lets the text hold the tags already', () => {
    expect(mark('[a] red', [4, 7])).toBe('[a] [red]');
  });
});
