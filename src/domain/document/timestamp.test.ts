import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EARLIEST_TIME, formatTimestamp, LATEST_TIME } from './timestamp.js';

/** The times that a Date can have, with fractions of milliseconds. */
const ANY_TIME = fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true });
const FOUR_DIGIT_YEARS = fc.integer({ min: EARLIEST_TIME, max: LATEST_TIME });

describe('formatTimestamp', () => {
  it('writes what a Date writes', () => {
    fc.assert(
      fc.property(fc.oneof(FOUR_DIGIT_YEARS, ANY_TIME), (time) => {
        expect(formatTimestamp(time)).toBe(new Date(time).toISOString());
      }),
      { numRuns: 2000 },
    );
  });

  it.each([EARLIEST_TIME, EARLIEST_TIME - 1, LATEST_TIME, LATEST_TIME + 1, 0, -1])(
    'does so at the bound %d',
    (time) => {
      expect(formatTimestamp(time)).toBe(new Date(time).toISOString());
    },
  );
});
