import { describe, expect, it } from 'vitest';
import { headerAbove } from './table-header.js';

const above = (content: string, row: string) => headerAbove(content, content.indexOf(row), 'en');

describe('the header above a row', () => {
  it('is found by its borders, its rule or the numbers below it', () => {
    expect(above('Staff.\n\nName || Town\nAnna | Bonn\nBert | Ulm', 'Bert')).toBe('Name || Town');
    expect(above('| Name | Town |\n|---|---|\n| Anna | Bonn |\n| Bert | Ulm |', '| Bert')).toBe('| Name | Town |');
    expect(above('Name | Town | Age\nAnna | Bonn | 41\nBert | Ulm | 37', 'Bert')).toBe('Name | Town | Age');
    expect(above('Name\tTown\tAge\nAnna\tBonn\t41', 'Anna')).toBe('Name\tTown\tAge');
    expect(above('Name || Town\nAnna | Bonn\nGoods || Colour\nMugs | red', 'Mugs')).toBe('Goods || Colour');
  });

  it('is none where no table goes on, or none is sure', () => {
    expect(above('Name || Town\nAnna | Bonn', 'Name')).toBeNull();
    expect(above('Name || Town\nAnna | Bonn\n\nBert | Ulm', 'Bert')).toBeNull();
    expect(above('Name || Town\nAnna | Bonn\nThat was all.', 'That')).toBeNull();
    expect(above('Name || Town\nAnna | Bonn', 'Bonn')).toBeNull();
    expect(above('Anna | Bonn | teacher\nBert | Ulm | baker', 'Bert')).toBeNull();
    expect(headerAbove('\nAnna | Bonn', 1, 'en')).toBeNull();
    expect(headerAbove('', 0, 'en')).toBeNull();
  });

  it('is looked for in bounded time', () => {
    expect(above(`Name || Town\n${'Anna | Bonn\n'.repeat(1_000)}Bert | Ulm`, 'Bert')).toBe('Name || Town');
    expect(above(`Name || Town\n${'Anna | Bonn\n'.repeat(100_000)}Bert | Ulm`, 'Bert')).toBeNull();
    expect(above(`Name || Town\n${'| '.repeat(100_000)}\nBert | Ulm`, 'Bert')).toBeNull();
  });
});
