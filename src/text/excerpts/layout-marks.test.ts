import { describe, expect, it } from 'vitest';
import { makeExcerpt } from './excerpt.js';

const show = (text: string, word = '') => {
  const matches = word === '' ? [] : [...text.matchAll(new RegExp(word, 'g'))];
  const ranges = matches.map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
  const tags = { pre: '<', post: '>' };
  return makeExcerpt(text, { matches: ranges, fragments: 1, fragmentSize: 300, tags, fallback: [] });
};

describe('an excerpt', () => {
  it('has no marks of headings and quoted lines, and no lines of signs', () => {
    expect(show('# The tower\n\nIt is old.\n\n## Its height\n40 metres.')).toBe(
      'The tower It is old. Its height 40 metres.',
    );
    expect(show('The tower\n=========\n\nIt is old.\n\n---\n\nThe end.')).toBe('The tower · It is old. The end.');
    expect(show('> Is it old?\n> > Very.\nThanks.')).toBe('Is it old? Very. Thanks.');
  });

  it('has no marks of list items, and keeps those apart that do not end like sentences', () => {
    expect(show('To buy:\n- red lamps\n- two chairs\n* paint\n\nAll today.', 'chairs')).toBe(
      'To buy: red lamps · two <chairs> · paint All today.',
    );
    expect(show('1. Chop the onions.\n2. Fry them.\n10) Serve.')).toBe('Chop the onions. Fry them. 10) Serve.');
    expect(show('1. May is a holiday.')).toBe('1. May is a holiday.');
  });

  it('has no borders of cells', () => {
    expect(show('| Name | Town |\n|:---|---:|\n| Anna | Bonn |\n| Bert | |\n\nThat is all.', 'Bonn')).toBe(
      'Name, Town · Anna, <Bonn> · Bert · That is all.',
    );
    expect(show('- loud\n- quiet\n\nProperty || Value\nSize | 3\n\nThat is all.')).toBe(
      'loud · quiet · Property, Value · Size, 3 · That is all.',
    );
    expect(show('Name || Town\nAnna | Bonn\nBert | Ulm')).toBe('Name, Town · Anna, Bonn · Bert, Ulm');
    expect(show(' || Monday || Tuesday\nEarly | | Bert')).toBe('Monday, Tuesday · Early, Bert');
    expect(show('Name | Price\n---|---\nA | 3')).toBe('Name, Price · A, 3');
    expect(show('Either | or\n---\nBoth | and')).toBe('Either | or · Both | and');
  });

  it('has no signs around emphasised words', () => {
    expect(show('It is **very old**, _and very tall_, and __rather narrow__.', 'old')).toBe(
      'It is very <old>, and very tall, and rather narrow.',
    );
    expect(show('**Note:** | **Name** | Town', 'Town')).toBe('Note: | Name | <Town>');
    expect(show('- **red**\n- **green**')).toBe('red · green');
  });

  it('keeps signs that are no marks', () => {
    for (const text of [
      'P(A | B) is the chance of A given B.',
      'C# and F# - two of them.',
      'a-b *c* #1 > 2',
      '-5 degrees',
      'f(*args, **kwargs) and g(**more)',
      '2**3 ** 4**5',
      'snake_case_name and __init__ and _x_',
    ]) {
      expect(show(text)).toBe(text);
    }
  });

  it('keeps what was searched for, and marks what is around a mark', () => {
    expect(show('1. Chop.\n2. Fry.', '2')).toBe('… <2>. Fry.');
    expect(show('- red\n- green', 'red\\n- green')).toBe('<red · green>');
  });

  it('begins and ends without marks', () => {
    const rows = Array.from({ length: 50 }, (_, i) => `| Row ${i} | ${i * 7} kilometres |`).join('\n');
    const at = rows.indexOf('Row 25');
    for (let fragmentSize = 25; fragmentSize < 120; fragmentSize++) {
      const matches = [{ start: at, end: at + 6 }];
      const shown = makeExcerpt(rows, { matches, fragments: 1, fragmentSize, tags: null, fallback: [] });
      expect(shown).toMatch(/^… [\p{L}\d][^|]*[\p{L}\d] …$/u);
    }
  });

  it('is made in bounded time, whatever the marks', () => {
    for (const piece of [
      '| ',
      '- ',
      '> ',
      '#',
      '1. ',
      '|\n',
      '- \n',
      '> \n',
      '1.\n',
      ' |',
      '||',
      '-|',
      '**',
      '**a',
      '_',
      '_a ',
      '__a b_ ',
    ]) {
      expect(show(piece.repeat(100_000)).length).toBeLessThan(1_000);
    }
  });

  it('is made in bounded time of long fragments too, where almost all of a line could be a mark', () => {
    for (const piece of ['-', '| ', ' ', '|', '-|', '\n']) {
      const text = `a | b\n${piece.repeat(5_000)}x | y`;
      const shown = makeExcerpt(text, { matches: [], fragments: 10, fragmentSize: 500, tags: null, fallback: [] });
      expect(shown.length).toBeLessThan(6_000);
    }
  });
});
