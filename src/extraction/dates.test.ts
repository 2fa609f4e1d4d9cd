import { describe, expect, it } from 'vitest';
import { readDate } from './dates.js';

describe('a date in a file', () => {
  it.each([
    ['2024-02-03', '2024-02-03T00:00:00.000Z'],
    ['2024-02-03 09:30', '2024-02-03T09:30:00.000Z'],
    ['2024-02-03T09:30:00+01:00', '2024-02-03T08:30:00.000Z'],
    ['2024', '2024-01-01T00:00:00.000Z'],
    ['2024-2-3', '2024-02-03T00:00:00.000Z'],
    ['2024/02/03 9:30', '2024-02-03T09:30:00.000Z'],
    ['3.2.2024', '2024-02-03T00:00:00.000Z'],
    ['03.02.2024 09:30:15', '2024-02-03T09:30:15.000Z'],
    ['13. 2. 2024', '2024-02-13T00:00:00.000Z'],
    ['2/3/2024', '2024-02-03T00:00:00.000Z'],
    ['3 Feb 2024', '2024-02-03T00:00:00.000Z'],
    ['February 3, 2024 9:30 PM', '2024-02-03T21:30:00.000Z'],
    ['Feb 2024', '2024-02-01T00:00:00.000Z'],
    ['Sat, 3 Feb 2024 10:00:00 +0100', '2024-02-03T09:00:00.000Z'],
    ['Sat Feb 03 2024 10:00:00 GMT+0100 (CET)', '2024-02-03T09:00:00.000Z'],
    ['Sat, 3 Feb 2024 10:00:00 EST', '2024-02-03T15:00:00.000Z'],
    ["D:20240203093000+01'00'", '2024-02-03T08:30:00.000Z'],
  ])('reads %s', (written, timestamp) => {
    expect(readDate(written)).toBe(timestamp);
  });

  it.each([
    '2024-02-30',
    '30.2.2024',
    '2024/13/01',
    'Feb 30 2024',
    '3.2.24',
    'soon',
    '',
    'x'.repeat(100),
    20240203,
    null,
  ])('is not %j', (written) => {
    expect(readDate(written)).toBeNull();
  });

  it('does not depend on where the machine is', () => {
    const here = process.env.TZ;
    try {
      process.env.TZ = 'Pacific/Auckland';
      expect(readDate('3 Feb 2024')).toBe('2024-02-03T00:00:00.000Z');
      expect(readDate('2/3/2024')).toBe('2024-02-03T00:00:00.000Z');
    } finally {
      if (here === undefined) delete process.env.TZ;
      else process.env.TZ = here;
    }
  });
});
