import { describe, expect, it } from 'vitest';
import { divideSentences } from './divide-sentences.js';

const divide = (content: string) =>
  divideSentences({ content, language: 'en' }).map(({ start, end }) => content.slice(start, end));

describe('sentences for a summary', () => {
  it('say something by themselves: no headings, questions or fragments', () => {
    const content =
      '1. Results\n\nThe tower was finished after six years. Why so late? Money was short in those days. Indeed.';
    expect(divide(content)).toEqual(['The tower was finished after six years.', 'Money was short in those days.']);
  });

  it('are all there are where none does', () => {
    expect(divide('just a heading')).toEqual(['just a heading']);
    expect(divide('')).toEqual([]);
  });
});
