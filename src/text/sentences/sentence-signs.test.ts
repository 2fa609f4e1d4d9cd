import { expect, it } from 'vitest';
import { withoutReferences } from './sentence-signs.js';

it.each([
  ['It is 300 metres tall.[3][4] It was built in 1889.[5]', 'It is 300 metres tall. It was built in 1889.'],
  ['He said "yes."[3]', 'He said "yes."'],
  ['यह सच है।[3]', 'यह सच है।'],
  ['هل هذا صحيح؟[12]', 'هل هذا صحيح؟'],
  ['高さは三百メートルです。[1]', '高さは三百メートルです。'],
])('the numbers of notes behind sentences are left out: %s', (text, expected) => {
  expect(withoutReferences(text)).toBe(expected);
});

it.each(['items[0] and matrix[2][3]', 'In the interval [3] it rises.', 'Founded in 1889.[2024]'])(
  'what is no number of a note stays: %s',
  (text) => {
    expect(withoutReferences(text)).toBe(text);
  },
);
