import { describe, expect, it } from 'vitest';
import { type FoundSentence, findSentences } from './find-sentences.js';

const PASSAGE = {
  title: 'The lighthouse of Arkholm',
  text: 'Who built it? The tower was designed by Mara Lindqvist. Building began in 1871. It never fell. It never fell.',
  language: 'en',
};
const find = (query: string, passages = [PASSAGE]) => findSentences({ query, language: 'en', passages });
const byText = (found: FoundSentence[], part: string) => found.find(({ text }) => text.includes(part))!;

describe('sentences that could answer a question', () => {
  it('are word for word from the passages, each once, and no questions', () => {
    const found = find('Who designed the tower?');
    expect(found.map(({ text }) => text)).toEqual([
      'The tower was designed by Mara Lindqvist.',
      'Building began in 1871.',
      'It never fell.',
    ]);
    for (const { text, start, end } of found) expect(PASSAGE.text.slice(start, end)).toBe(text);
  });

  it('are rows said with the header of a table that began before the passage', () => {
    const rows = {
      title: 'Harbours',
      text: 'Skerry | 7 m\nSandvik | 9 m',
      language: 'en',
      tableHeader: 'Harbour || Depth',
    };
    const found = findSentences({ query: 'How deep is Sandvik?', language: 'en', passages: [rows] });
    expect(found.map(({ text }) => text)).toEqual(['Harbour: Sandvik; Depth: 9 m']);
    expect(rows.text.slice(found[0].start, found[0].end)).toBe('Sandvik | 9 m');
  });

  it('have the words of the question in them, before them or in the title', () => {
    const found = find('Who designed the tower?');
    expect(byText(found, 'designed').nearby).toBe(1);
    expect(byText(found, 'Building').nearby).toBe(1);
    expect(byText(found, 'never').nearby).toBe(0);
    expect(byText(find('Who designed the lighthouse?'), 'designed').nearby).toBe(1);
    expect(byText(find('Who designed the castle?'), 'designed').nearby).toBeLessThan(0.6);
  });

  it('have words of the question also in other forms, and in compounds, which count for less', () => {
    const nearby = (query: string) => {
      const passages = [{ title: '', text: 'Den Teig für das Roggenbrot mischen.', language: 'de' }];
      return findSentences({ query, language: 'de', passages })[0].nearby;
    };
    expect(nearby('Teig mischen')).toBe(1);
    expect(nearby('Teig gemischt')).toBe(1);
    expect(nearby('Teig Mischung')).toBeGreaterThan(0.7);
    expect(nearby('Teig Mischung')).toBeLessThan(1);
    expect(nearby('Roggen')).toBeCloseTo(0.7);
    expect(nearby('Rogen')).toBe(0);
  });

  it('are no rows of another subject, of which the row that is asked for knows', () => {
    const text = 'Our offices.\n\nCity | Manager | Staff\nOslo | Berit Moen | 12\nPorto | João Reis | 30\n\nWelcome.';
    const found = find('Who manages the Porto office?', [{ ...PASSAGE, text }]);
    const row = 'City: Porto; Manager: João Reis; Staff: 30';
    expect(found.map(({ text }) => text)).toEqual(['Our offices.', row, 'Welcome.']);
    const others = found.map(({ insteadOf }) => insteadOf.map(({ start, end }) => text.slice(start, end)));
    expect(others).toEqual([[], ['Oslo | Berit Moen | 12'], []]);
    expect(find('Who manages the offices?', [{ ...PASSAGE, text }])).toHaveLength(4);
  });

  it('are rows that the question does not name, if it names something that none of them has', () => {
    const passages = [{ title: 'Shifts', text: 'Day || Early\nMonday | Anna\nFriday | Ben', language: 'en' }];
    const unnamed = (query: string, language = 'en') =>
      findSentences({ query, language, passages }).map(({ isUnnamedRow }) => isUnnamedRow);
    expect(unnamed('Who has the early shift on Sunday?')).toEqual([true, true]);
    expect(unnamed('Who has the early shift on Friday?')).toEqual([false]);
    expect(unnamed('Which early shifts are there?')).toEqual([false, false]);
    expect(unnamed('Wer hat am Freitag die Frühschicht?', 'de')).toEqual([false, false]);
  });

  it('know of the codes that the question names', () => {
    const passages = [
      { title: 'Heating', text: 'Errors are shown.\n- E05 – pressure too low\n- E07 – sensor broken', language: 'en' },
      { title: 'Warranty', text: 'It lasts two years.', language: 'en' },
    ];
    const found = findSentences({ query: 'What does E07 mean?', language: 'en', passages });
    expect(found.filter(({ isAskedEntry }) => isAskedEntry).map(({ text }) => text)).toEqual(['E07 – sensor broken']);
    expect(found.filter(({ lacksCode }) => lacksCode).map(({ text }) => text)).toEqual(['It lasts two years.']);
    const without = findSentences({ query: 'How long is the warranty?', language: 'en', passages });
    expect(without.some(({ isAskedEntry, lacksCode }) => isAskedEntry || lacksCode)).toBe(false);
  });

  it('know the sentence before them, also a question, but no row', () => {
    const text = 'Is it open? It opens at nine.\n\nName | Age | Town\nAnna | 41 | Bonn\n\nIt is closed on Sunday.';
    const found = find('When is it open?', [{ ...PASSAGE, text }]);
    expect(found.map(({ before }) => before?.text ?? null)).toEqual(['Is it open?', 'It opens at nine.', null]);
  });

  it('do not have the words of the row before', () => {
    const passages = [{ title: '', text: 'Oslo | red | 12\nPorto | blue | 30', language: 'en' }];
    expect(byText(find('Which colours are red?', passages), 'Oslo').nearby).toBeGreaterThan(0);
    expect(find('Which colours are red?', passages).map(({ text }) => text)).toEqual(['Oslo: red, 12']);
    const both = find('Porto and Oslo', passages);
    expect(both.map(({ nearby }) => nearby)).toEqual([0.5, 0.5]);
  });

  it('share the list of rows that are not asked for, which may be long', () => {
    const rows = Array.from({ length: 100 }, (_, i) => `${i % 2 ? 'Oslo' : 'Porto'} | ${i} m`).join('\n');
    const found = find('How high is Oslo?', [{ ...PASSAGE, text: rows }]);
    expect(found).toHaveLength(50);
    expect(found[0].insteadOf).toHaveLength(50);
    expect(new Set(found.map(({ insteadOf }) => insteadOf)).size).toBe(1);
  });

  it('are bounded in number: no passage of ordinary text has so many', () => {
    const rows = Array.from({ length: 30_000 }, (_, i) => `|${String.fromCodePoint(0x2190 + i)}|`).join('\n');
    expect(find('Who?', [{ ...PASSAGE, text: rows }]).length).toBeLessThanOrEqual(400);
  });

  it('are bounded: what goes on without end is no sentence', () => {
    expect(find('Who?', [{ ...PASSAGE, text: 'word '.repeat(1000) }])).toEqual([]);
    expect(find('Who?', [{ ...PASSAGE, text: '' }])).toEqual([]);
    expect(find('Who?', [])).toEqual([]);
  });
});
