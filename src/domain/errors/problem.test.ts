import { describe, expect, it } from 'vitest';
import { describeSent, didYouMean, nearest } from './problem.js';

describe('nearest', () => {
  it.each([
    ['trem', 'term'],
    ['tem', 'term'],
    ['termm', 'term'],
    ['Term', 'term'],
    ['rnage', 'range'],
    ['wildcrad', 'wildcard'],
  ])('takes %s for %s', (written, meant) => {
    expect(nearest(written, ['term', 'range', 'wildcard'])).toBe(meant);
  });

  it.each(['mret', 'xyz', '', 'x'.repeat(1_000_000)])(
    'takes what is too far from everything for nothing',
    (written) => {
      expect(nearest(written, ['term', 'range'])).toBeNull();
    },
  );
});

describe('didYouMean', () => {
  it('is a sentence, or nothing', () => {
    expect(didYouMean('limt', ['limit'])).toBe(' Did you mean "limit"?');
    expect(didYouMean('color', ['limit'])).toBe('');
  });
});

it('tells what was sent from what is empty', () => {
  expect([{}, { a: 1 }, [], [1], '', null, undefined].map(describeSent)).toEqual([
    ...['an empty object', 'an object', 'an empty array', 'an array', '""', 'null', 'nothing'],
  ]);
});
