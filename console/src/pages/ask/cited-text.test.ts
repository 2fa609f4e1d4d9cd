import { expect, it } from 'vitest';
import { piecesOf } from './cited-text.js';

it('splits an answer into text and citations', () => {
  expect(piecesOf('At noon. [1] Daily. [2]', 2)).toEqual([
    { text: 'At noon.' },
    { citation: 1 },
    { text: ' Daily.' },
    { citation: 2 },
  ]);
});

it('takes nothing for a citation that points to no source, or that is part of a word', () => {
  expect(piecesOf('items[0] and [3]', 2)).toEqual([{ text: 'items[0] and [3]' }]);
});

it('finds citations after one another', () => {
  expect(piecesOf('Both say so [1][2]', 2)).toEqual([{ text: 'Both say so' }, { citation: 1 }, { citation: 2 }]);
});
