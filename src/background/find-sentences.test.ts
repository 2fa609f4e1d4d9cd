import { describe, expect, it } from 'vitest';
import { type FoundSentence, findSentences } from './find-sentences.js';

const PASSAGE = {
  title: 'The lighthouse of Arkholm',
  text: 'Who built it? The tower was designed by Mara Lindqvist. Building began in 1871. It never fell. It never fell.',
  language: 'en',
};
const find = (query: string, passages = [PASSAGE]) => findSentences({ query, language: 'en', passages });
const byText = (found: FoundSentence[], part: string) => found.find(({ text }) => text.includes(part))!.evidence;

describe('sentences that could answer a question', () => {
  it('are word for word from the passages, each once, and no questions', () => {
    const found = find('Who designed the tower?');
    expect(found.map(({ text }) => text)).toEqual([
      'The tower was designed by Mara Lindqvist.',
      'Building began in 1871.',
      'It never fell.',
    ]);
    for (const { text, start } of found) expect(PASSAGE.text.slice(start, start + text.length)).toBe(text);
  });

  it('speak for themselves with the words of the question', () => {
    const found = find('Who designed the tower?');
    expect(byText(found, 'designed').inSentence).toBe(1);
    expect(byText(found, 'Building').inSentence).toBe(0);
    expect(byText(found, 'Building').nearby).toBe(1);
    expect(byText(found, 'Building').inPassage).toBe(1);
  });

  it('have what is asked for, or have not', () => {
    const when = find('When was the tower begun?');
    expect(byText(when, '1871').kind).toBe(1);
    expect(byText(when, 'never').kind).toBe(-1);
    expect(byText(find('Who designed the tower?'), 'designed').kind).toBe(1);
    expect(byText(find('Why was the tower designed?'), 'designed').kind).toBe(0);
    // What the question itself names is no answer to it.
    expect(byText(find('What happened before 1871, and when?'), '1871').kind).toBe(-1);
  });

  it('miss names, numbers and negations of the question', () => {
    const found = find("Why didn't Jonas Berg design the tower?");
    expect(byText(found, 'designed').namesMissing).toBeGreaterThan(0.3);
    expect(byText(found, 'designed').negationMissing).toBe(1);
    expect(byText(found, 'never').negationMissing).toBe(0);
    expect(byText(find('Who designed the tower?'), 'designed').namesMissing).toBe(0);
  });

  it('are bounded: what goes on without end is no sentence', () => {
    expect(find('Who?', [{ ...PASSAGE, text: 'word '.repeat(1000) }])).toEqual([]);
    expect(find('Who?', [{ ...PASSAGE, text: '' }])).toEqual([]);
    expect(find('Who?', [])).toEqual([]);
  });
});
