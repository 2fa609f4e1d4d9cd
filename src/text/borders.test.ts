import { describe, expect, it } from 'vitest';
import { wholeWords, wordEnd, wordStart } from './borders.js';

describe('borders of words', () => {
  it('are spaces where a script has them', () => {
    const text = 'one two three';
    expect(wordStart(text, 5, text.length)).toBe(8);
    expect(wordEnd(text, 6, 0)).toBe(3);
  });

  it.each([
    ['Thai', 'แรงดึงดูดของดวงจันทร์ทำให้น้ำทะเลสูงขึ้น', 'ทำให้'],
    ['Chinese', '我们在北京大学学习中国历史', '北京大学'],
    ['Japanese', '東京湾では一日に二回の満潮があります', '満潮'],
  ])('are found in %s, which has none', (_, text, word) => {
    const inside = text.indexOf(word) + 1;
    const start = wordStart(text, inside, text.length);
    const end = wordEnd(text, inside, 0);
    expect(end).toBe(text.indexOf(word));
    expect(start).toBeGreaterThan(inside);
    expect(start).toBeLessThanOrEqual(text.indexOf(word) + word.length);
  });

  it('are those of characters in a run that never ends, and never inside it before a match', () => {
    const text = 'x'.repeat(500);
    expect(wordStart(text, 100, 300)).toBe(300);
    expect(wordEnd(text, 300, 100)).toBe(300);
  });

  it('take the rest of a word along, if it is short', () => {
    const text = "see E-1235 and 'x-ray' now";
    const of = (part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });
    const shown = (part: string) => {
      const { start, end } = wholeWords(text, of(part), { start: 0, end: text.length });
      return text.slice(start, end);
    };
    expect(shown('E')).toBe('E-1235');
    expect(shown('ray')).toBe("'x-ray'");
    expect(wholeWords('x'.repeat(99), { start: 40, end: 50 }, { start: 0, end: 99 })).toEqual({ start: 40, end: 50 });
  });
});
