import { describe, expect, it } from 'vitest';
import { findMatches } from './find-matches.js';
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

describe('findMatches', () => {
  function found(text: string, language: string, wanted: Partial<Parameters<typeof findMatches>[2]>): string[] {
    const forms = { terms: new Set<string>(), stems: new Set<string>(), typos: new Set<string>(), ...wanted };
    return findMatches(text, language, forms).map(({ start, end }) => text.slice(start, end));
  }

  it('finds exact words, stems and corrected words', () => {
    const text = 'Running foxes ran; a Fox runs. The café.';
    expect(found(text, 'en', { terms: new Set(['fox', 'cafe']) })).toEqual(['Fox', 'café']);
    expect(found(text, 'en', { stems: new Set(['run', 'fox']) })).toEqual(['Running', 'foxes', 'Fox', 'runs']);
    expect(found(text, 'en', { typos: new Set(['foxes']) })).toEqual(['foxes']);
  });

  it('finds phrases as a whole', () => {
    expect(found('A red, fox; red fox red', 'en', { phrases: [['red', 'fox']] })).toEqual(['red, fox', 'red fox']);
    expect(found('fox', 'en', { phrases: [['red', 'fox'], []] })).toEqual([]);
  });

  it('finds codes whole and characters without a dictionary', () => {
    expect(found('See AB-1234/x.', 'en', { terms: new Set(['ab-1234/x']) })).toEqual(['AB-1234/x']);
    expect(found('区块链技术', 'zh', { terms: new Set(['块链']) })).toEqual(['块链']);
  });
});
