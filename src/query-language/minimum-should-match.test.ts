import { describe, expect, it } from 'vitest';
import { minimumShouldMatch } from './minimum-should-match.js';

describe('minimumShouldMatch', () => {
  it.each([
    [0, 4, 0],
    [2, 4, 2],
    [-1, 4, 3],
    [-9, 4, 0],
    ['75%', 4, 3],
    ['75%', 3, 2],
    ['-25%', 4, 3],
    ['-25%', 3, 3],
    ['100%', 5, 5],
    ['0%', 5, 0],
    ['-100%', 5, 0],
    ['10%', 5, 0],
  ])('takes %j of %i as %i', (sent, count, expected) => {
    expect(minimumShouldMatch(sent, count)).toBe(expected);
  });

  it('keeps asking for more than there are', () => {
    expect(minimumShouldMatch(3, 2)).toBe(3);
    expect(minimumShouldMatch('150%', 2)).toBe(3);
    expect(minimumShouldMatch(1, 0)).toBe(1);
  });

  it.each([1.5, Number.POSITIVE_INFINITY, true, [], {}, '2', '75', '%', '7.5%', ' 75%', `${'9'.repeat(40)}%`])(
    'does not understand %j',
    (sent) => {
      expect(minimumShouldMatch(sent, 4)).toBeNull();
    },
  );
});
