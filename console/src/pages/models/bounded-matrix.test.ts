import { expect, it } from 'vitest';
import { boundedMatrix, OTHER_LABELS } from './bounded-matrix.js';

it('keeps the labels of most examples, in their order, and adds up the others', () => {
  const counts = [
    [1, 0, 0, 1],
    [0, 5, 1, 0],
    [2, 0, 6, 0],
    [0, 0, 1, 0],
  ];
  expect(boundedMatrix({ labels: ['a', 'b', 'c', 'd'], counts }, 2)).toEqual({
    labels: ['b', 'c', OTHER_LABELS],
    counts: [
      [5, 1, 0],
      [0, 6, 2],
      [0, 1, 2],
    ],
  });
  const small = { labels: ['a'], counts: [[3]] };
  expect(boundedMatrix(small, 2)).toEqual(small);
});
