import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvError, CsvReader } from './csv-records.js';

function readAll(pieces: readonly string[], longestRecord = 10_000): string[][] {
  const reader = new CsvReader(longestRecord);
  const records = pieces.flatMap((piece) => [...reader.push(piece)]);
  return [...records, ...reader.end()].map(({ fields }) => fields);
}

describe('reading CSV', () => {
  it('takes quotes, doubled quotes, commas and line breaks inside quotes', () => {
    expect(readAll(['a,"b,c","d ""e""","f\r\ng"\r\n,"",\n'])).toEqual([
      ['a', 'b,c', 'd "e"', 'f\r\ng'],
      ['', '', ''],
    ]);
  });

  it('takes a last line without an end, and leaves blank lines out', () => {
    expect(readAll(['a,b\n\n\r\nc,d'])).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(readAll(['""\n'])).toEqual([['']]);
  });

  it.each(['\n', '\r\n', '\r'])('takes lines that end in %j', (end) => {
    const lines = ['name,masts', '"Aurora",2', '', 'Brise,1', ''];
    const reader = new CsvReader(1000);
    const records = [...reader.push(lines.join(end)), ...reader.end()];
    expect(records).toEqual([
      { line: 1, fields: ['name', 'masts'] },
      { line: 2, fields: ['Aurora', '2'] },
      { line: 4, fields: ['Brise', '1'] },
    ]);
  });

  it('names the line on which a record begins', () => {
    const reader = new CsvReader(1000);
    const records = [...reader.push('a\n"b\nb"\nc\n')];
    expect(records.map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  it.each([
    ['a "quote" inside', 1],
    ['ok\n"a"b', 2],
    ['ok\n\n"never ends', 3],
  ])('refuses %j', (text, line) => {
    expect(() => readAll([text])).toThrow(CsvError);
    try {
      readAll([text]);
    } catch (error) {
      expect(error).toMatchObject({ line });
    }
  });

  it('holds no record that is too long, not even one of empty fields', () => {
    expect(() => readAll(['x'.repeat(101)], 100)).toThrow(/at most 100/);
    expect(() => readAll([`"${'x'.repeat(101)}`], 100)).toThrow(/at most 100/);
    expect(() => readAll([','.repeat(101)], 100)).toThrow(/at most 100/);
  });

  it('gives back what was written, however it is cut into pieces', () => {
    const field = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', '\n', '\r', 'é', '😀') });
    const table = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(table, fc.array(fc.nat(200)), (rows, cuts) => {
        const written = rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
        const borders = [...new Set(cuts.filter((cut) => cut < written.length))].sort((a, b) => a - b);
        const whole = [0, ...borders].map((start, i) => written.slice(start, borders[i] ?? written.length));
        // Pieces are decoded text, which never ends within a character.
        const isCut = whole.some((piece) => /[\ud800-\udbff]$/.test(piece));
        expect(readAll(isCut ? [written] : whole)).toEqual(rows);
      }),
    );
  });

  it('never fails in another way than by saying what is wrong', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r') }), (text) => {
        try {
          readAll([text]);
        } catch (error) {
          expect(error).toBeInstanceOf(CsvError);
        }
      }),
    );
  });
});

function quoted(field: string): string {
  return `"${field.replaceAll('"', '""')}"`;
}
