import { expect, it } from 'vitest';
import type { ExtractedDocument } from '../extracted.js';
import { readCsv } from './csv.js';

const OPTIONS = { encoding: null, titleColumn: null, contentColumn: null };

async function documentsOf(table: string): Promise<ExtractedDocument[]> {
  const documents: ExtractedDocument[] = [];
  for await (const found of readCsv({ name: 'table.csv', bytes: Buffer.from(table) }, OPTIONS)) {
    if ('document' in found) documents.push(found.document);
  }
  return documents;
}

async function columnOf(...values: string[]): Promise<unknown[]> {
  const rows = values.map((value, i) => `Thing ${i};"${value}";x`);
  const documents = await documentsOf(`name;value;description\n${rows.join('\n')}\n`);
  return documents.map(({ metadata }) => metadata.value);
}

it.each([
  [
    ['499.0', '629.5', '39.95', '7'],
    [499, 629.5, 39.95, 7],
  ],
  [
    ['12.50', '7.10', '3.00'],
    [12.5, 7.1, 3],
  ],
  [
    ['-0.5', '0', '1200'],
    [-0.5, 0, 1200],
  ],
  [
    ['12', 'n/a', '3.0'],
    [12, 'n/a', 3],
  ],
  [
    ['0,05', '12,90', '1.234,50', '7'],
    [0.05, 12.9, 1234.5, 7],
  ],
  [
    ['1,234.50', '12.00', '7'],
    [1234.5, 12, 7],
  ],
  [
    ['499.0', '12.50', '1e3', '2.5e-7'],
    [499, 12.5, 1000, 2.5e-7],
  ],
])('makes numbers of the column %j', async (written, typed) => {
  expect(await columnOf(...written)).toEqual(typed);
});

it.each([
  [['007', '10115']],
  [['1.9', '1.10', '2.0']],
  [['1.2.3', '1.3']],
  [['12345678901234567890', '5']],
  [['1,234', '5,678']],
  [['1,234', '7.125']],
  [['-5', '+3', '1e3']],
  [['+49 431 1234', '431']],
  [['12', '3 apples']],
  [['12e4', '7']],
  [['2024-01-02', '3 apples']],
])('leaves the column %j as it is written', async (written) => {
  expect(await columnOf(...written)).toEqual(written);
});

it('judges columns by no row that has too many fields', async () => {
  expect(await documentsOf('name,stock,description\nA,3,x\nB,007,1,x\n')).toMatchObject([{ metadata: { stock: 3 } }]);
});

it('keeps titles and contents as they are written', async () => {
  expect(await documentsOf('id,title,price\n1.0,2.50,3.0\n')).toMatchObject([
    { title: '2.50', content: 'price: 3.0', metadata: { price: 3 } },
  ]);
});

it('reads a table of nothing, and one that declares its separator', async () => {
  expect(await documentsOf('')).toEqual([]);
  expect(await documentsOf('sep=:\nname:price:text\nA:1.0:x\n')).toMatchObject([{ metadata: { price: 1 } }]);
});

it('keeps the values of all columns of one name', async () => {
  expect(await documentsOf('title,a,a,a 2,a,,\nT,x,1,2,3,-,-\n')).toMatchObject([
    { metadata: { a: 'x', 'a 3': 1, 'a 2': 2, 'a 4': 3 } },
  ]);
  expect(await documentsOf('title,title,note\nT,U,x\n')).toMatchObject([{ title: 'T', metadata: { 'title 2': 'U' } }]);
});
