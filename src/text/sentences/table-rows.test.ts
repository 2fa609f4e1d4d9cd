import { describe, expect, it } from 'vitest';
import { unitsOf } from './table-rows.js';

const units = (text: string) => unitsOf(text, 'en').map(({ start, end, row }) => row?.says ?? text.slice(start, end));
const rows = (text: string) => unitsOf(text, 'en').flatMap(({ row }) => (row === null ? [] : [row.says]));

describe('rows of tables', () => {
  it('say what is in them, with the names of their columns where these are sure', () => {
    expect(
      units('The staff.\n\n| Name | Town |\n|:-----|-----:|\n| Anna | Bonn |\n| Bert | |\n\nThat is all.'),
    ).toEqual(['The staff.', 'Name: Anna; Town: Bonn', 'Name: Bert', 'That is all.']);
    expect(rows('Name | Town | Age\nAnna | Bonn | 41\nBert | Ulm | 37')).toEqual([
      'Name: Anna; Town: Bonn; Age: 41',
      'Name: Bert; Town: Ulm; Age: 37',
    ]);
    expect(rows('Name\tTown\tAge\nAnna\tBonn\t41')).toEqual(['Name: Anna; Town: Bonn; Age: 41']);
  });

  it('have names of columns also if some of them have no numbers', () => {
    const prices =
      'Item | Days to return | Fee | Refund\nShoes | 30 | 4 euros | full\nGift cards | not returnable | - | -';
    expect(rows(prices)).toEqual([
      'Item: Shoes; Days to return: 30; Fee: 4 euros; Refund: full',
      'Item: Gift cards; Days to return: not returnable; Fee: -; Refund: -',
    ]);
    const mostlyWords = 'Anna | Bonn | teacher\nBert | Ulm | baker\nCleo | Kiel | baker\nDora | Jena | 37';
    expect(rows(mostlyWords)[0]).toBe('Anna: Bonn, teacher');
  });

  it('never take a row for a header', () => {
    expect(rows('Capital | Paris\nPopulation | 68 million\nArea | 643,801 km²')).toEqual([
      'Capital: Paris',
      'Population: 68 million',
      'Area: 643,801 km²',
    ]);
    expect(rows('Anna | Bonn | teacher\nBert | Ulm | baker')).toEqual(['Anna: Bonn, teacher', 'Bert: Ulm, baker']);
    expect(rows(' | 7 | 8\nBert | Ulm | 9')).toEqual(['7: 8', 'Bert: Ulm, 9']);
  });

  it('are not said with names of columns that say nothing', () => {
    const says = ['Power: 1200 W', 'Colour: red'];
    expect(rows('| Property | Value |\n|---|---|\n| Power | 1200 W |\n| Colour | red |')).toEqual(says);
    expect(rows('Property || Value\nPower | 1200 W\nColour | red')).toEqual(says);
    expect(rows(' || Details\nPower | 1200 W\nColour | red')).toEqual(says);
    expect(rows('Property | Value\nPower | 1200 W\nColour | red')).toEqual(says);
    const said = (text: string, language: string) => unitsOf(text, language).map((unit) => unit.text);
    expect(said('Eigenschaft || Wert\nLeistung | 1200 W', 'de')).toEqual(['Leistung: 1200 W']);
    expect(said('項目 || 内容\n消費電力 | 1200 W', 'ja')).toEqual(['消費電力: 1200 W']);
    expect(rows('Line || Fare\nBlue line | 9 euros')).toEqual(['Line: Blue line; Fare: 9 euros']);
    expect(rows('Property || Value || Unit\nPower | 1200 | W')).toEqual(['Property: Power; Value: 1200; Unit: W']);
  });

  it('know a header by its double borders, also without any number and with an empty first cell', () => {
    expect(units('Staff\n\nName || Town\nAnna | Bonn\nBert | Ulm\n\nEnd.')).toEqual([
      'Staff',
      'Name: Anna; Town: Bonn',
      'Name: Bert; Town: Ulm',
      'End.',
    ]);
    expect(rows(' || Monday || Tuesday\nEarly | Anna | Bert\n | nobody | Cleo')).toEqual([
      'Early; Monday: Anna; Tuesday: Bert',
      'Monday: nobody; Tuesday: Cleo',
    ]);
    expect(rows('Name || Town\nAnna | Bonn\nGoods || Colour\nMugs | red')).toEqual([
      'Name: Anna; Town: Bonn',
      'Goods: Mugs; Colour: red',
    ]);
  });

  it('may have whole sentences in their cells', () => {
    const text = 'Step | What to do | Minutes\nMix | Take flour. Add water. | 5\nRest | Cover the dough. | 60';
    expect(rows(text)).toEqual([
      'Step: Mix; What to do: Take flour. Add water.; Minutes: 5',
      'Step: Rest; What to do: Cover the dough.; Minutes: 60',
    ]);
  });

  it('are not found in prose, code marks or lists', () => {
    expect(rows('P(A | B) is the chance of A given B.')).toEqual([]);
    expect(rows('1.\tHeat the oven.\n2.\tMix the dough.')).toEqual([]);
    expect(rows('a || b is either. One more sentence.')).toEqual([]);
    expect(rows('if (a || b) {\n  c();\n}')).toEqual([]);
    expect(rows('')).toEqual([]);
  });

  it('are read in bounded time', () => {
    for (const piece of ['| ', '|-', 'a | b\n', '\t', 'a\tb\n', '|\n']) {
      expect(unitsOf(`${piece.repeat(100_000 / piece.length)}\n\nThe end.`, 'en').length).toBeGreaterThan(0);
    }
  });
});
