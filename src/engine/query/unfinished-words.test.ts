import { describe, expect, it } from 'vitest';
import type { Language } from '../../domain/document/language.js';
import { analyze } from '../../text/analysis/analyze.js';
import { unfinishedWords } from './unfinished-words.js';

function beginnings(typed: string, language: Language): [string, string[]][] {
  const words = analyze(typed, language).filter(({ kind }) => kind === 'word');
  return Array.from(unfinishedWords(words), ([{ term }, joined]) => [term, joined]);
}

describe('a word that is still being typed', () => {
  it.each([
    ['新し', 'ja', [['新', ['新し']], ['し', ['新し']]]], // biome-ignore format: a line for each query
    ['きれ', 'ja', [['き', ['きれ']], ['れ', ['きれ']]]], // biome-ignore format: a line for each query
  ] as const)('is whole again where a dictionary cut it: %s', (typed, language, expected) => {
    expect(beginnings(typed, language)).toEqual(expected);
  });

  it('may be any of the last pieces', () => {
    const [[, first], [, second], [, last]] = beginnings('โรงพยา', 'th');
    expect(first).toEqual(['โรงพยา']);
    expect(second).toEqual(['โรงพยา', 'พยา']);
    expect(last).toEqual(['โรงพยา', 'พยา']);
  });

  it('is nothing else where spaces separate words, or where there is one word', () => {
    expect(beginnings('spring tid', 'en')).toEqual([['tid', []]]);
    expect(beginnings('東京', 'ja')).toEqual([['東京', []]]);
    expect(beginnings('', 'ja')).toEqual([]);
  });

  it('has few pieces, however long the query is', () => {
    const found = beginnings('学生のための数学入門の本を読む', 'ja');
    expect(found).toHaveLength(5);
    expect(Math.max(...found.map(([, joined]) => joined.length))).toBe(4);
  });
});
