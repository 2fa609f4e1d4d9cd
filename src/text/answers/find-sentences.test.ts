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

  it.each([
    ['de', 'Wie lange ruht der Teig?', 'Den Teig zwei Stunden ruhen lassen.', 1],
    ['ru', 'Сколько часов стоит тесто?', 'Тесто стоит два часа.', 1],
    ['pl', 'Ile minut trwa lot?', 'Lot trwa dwadzieścia pięć minut.', 1],
    ['fi', 'Milloin torni rakennettiin?', 'Torni valmistui heinäkuussa.', 1],
    ['cs', 'Kdy byla věž dokončena?', 'Věž byla dokončena v červenci.', 1],
    ['cs', 'Kdy byla věž dokončena?', 'Věž byla dokončena rychle.', -1],
    ['de', 'Wer baute den Turm?', 'Der Turm wurde von Handwerkern gebaut.', 0],
  ])('have numbers and times also in words (%s)', (language, query, text, kind) => {
    const [found] = findSentences({ query, language, passages: [{ title: 'x', text, language }] });
    expect(found.evidence.kind).toBe(kind);
  });

  it('have words of the question also in other forms, and in compounds, which count for less', () => {
    const inSentence = (query: string) => {
      const passages = [{ title: 'Brot', text: 'Den Teig für das Roggenbrot mischen.', language: 'de' }];
      return findSentences({ query, language: 'de', passages })[0].evidence.inSentence;
    };
    expect(inSentence('Teig mischen')).toBe(1);
    expect(inSentence('Teig gemischt')).toBe(1);
    expect(inSentence('Teig Mischung')).toBeGreaterThan(0.7);
    expect(inSentence('Teig Mischung')).toBeLessThan(1);
    expect(inSentence('Roggen')).toBeCloseTo(0.7);
    expect(inSentence('Rogen')).toBe(0);
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
