import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTimestamp } from '../document/timestamp.js';
import { DATE_INTERVALS } from '../facet/facet.js';
import { isDateMath, resolveDate, startOf } from './date-math.js';

const NOW = Date.parse('2024-03-15T13:45:30.250Z'); // a Friday

function resolved(expression: string, round: 'down' | 'up' = 'down'): string | null {
  const time = resolveDate(expression, NOW, round);
  return time === null ? null : formatTimestamp(time);
}

describe('resolveDate', () => {
  it('reads dates and date-times', () => {
    expect(resolved('2024-01-01')).toBe('2024-01-01T00:00:00.000Z');
    expect(resolved('2024-01-01T12:30:00+02:00')).toBe('2024-01-01T10:30:00.000Z');
  });

  it('fills what a date leaves out when rounding up', () => {
    expect(resolved('2024-01-01', 'up')).toBe('2024-01-01T23:59:59.999Z');
    expect(resolved('2024-01-01T09:30', 'up')).toBe('2024-01-01T09:30:59.999Z');
    expect(resolved('2024-01-01T09:30:15Z', 'up')).toBe('2024-01-01T09:30:15.999Z');
    expect(resolved('2024-01-01T09:30:15.5Z', 'up')).toBe('2024-01-01T09:30:15.500Z');
  });

  it('reads a month as all of its days', () => {
    expect(resolved('2024-11')).toBe('2024-11-01T00:00:00.000Z');
    expect(resolved('2024-11', 'up')).toBe('2024-11-30T23:59:59.999Z');
    expect(resolved('2024-02', 'up')).toBe('2024-02-29T23:59:59.999Z');
    expect(resolved('2024-12', 'up')).toBe('2024-12-31T23:59:59.999Z');
    expect(resolved('9999-12', 'up')).toBe('9999-12-31T23:59:59.999Z');
    expect(resolved('2024-01||+1M')).toBe('2024-02-01T00:00:00.000Z');
    for (const text of ['2024-13', '2024-00', '2024-1', '2024', '2024-11T10:00', '2024-11Z']) {
      expect(resolved(text), text).toBeNull();
    }
  });

  it('counts from now', () => {
    expect(resolved('now')).toBe('2024-03-15T13:45:30.250Z');
    expect(resolved('now', 'up')).toBe('2024-03-15T13:45:30.250Z');
    expect(resolved('now-7d')).toBe('2024-03-08T13:45:30.250Z');
    expect(resolved('now-7d/d')).toBe('2024-03-08T00:00:00.000Z');
    expect(resolved('now-7d/d', 'up')).toBe('2024-03-08T23:59:59.999Z');
    expect(resolved('now+h')).toBe('2024-03-15T14:45:30.250Z');
  });

  it('counts from a date, which itself is not rounded up', () => {
    expect(resolved('2024-01-01||+1M/d')).toBe('2024-02-01T00:00:00.000Z');
    expect(resolved('2024-01-01||+1M', 'up')).toBe('2024-02-01T00:00:00.000Z');
    expect(resolved('2024-01-01||')).toBe('2024-01-01T00:00:00.000Z');
  });

  it.each([
    ['now/y', '2024-01-01T00:00:00.000Z', '2024-12-31T23:59:59.999Z'],
    ['now/M', '2024-03-01T00:00:00.000Z', '2024-03-31T23:59:59.999Z'],
    ['now/w', '2024-03-11T00:00:00.000Z', '2024-03-17T23:59:59.999Z'],
    ['now/d', '2024-03-15T00:00:00.000Z', '2024-03-15T23:59:59.999Z'],
    ['now/h', '2024-03-15T13:00:00.000Z', '2024-03-15T13:59:59.999Z'],
    ['now/H', '2024-03-15T13:00:00.000Z', '2024-03-15T13:59:59.999Z'],
    ['now/m', '2024-03-15T13:45:00.000Z', '2024-03-15T13:45:59.999Z'],
    ['now/s', '2024-03-15T13:45:30.000Z', '2024-03-15T13:45:30.999Z'],
  ])('rounds %s down and up', (expression, down, up) => {
    expect(resolved(expression, 'down')).toBe(down);
    expect(resolved(expression, 'up')).toBe(up);
  });

  it('ends at the last day of a shorter month', () => {
    expect(resolved('2024-01-31||+1M')).toBe('2024-02-29T00:00:00.000Z');
    expect(resolved('2024-02-29||+1y')).toBe('2025-02-28T00:00:00.000Z');
    expect(resolved('2024-03-31||-1M')).toBe('2024-02-29T00:00:00.000Z');
  });

  it('works in the first century and at both ends of the calendar', () => {
    expect(resolved('0050-06-15||/y')).toBe('0050-01-01T00:00:00.000Z');
    expect(resolved('9999-12-31||/y', 'up')).toBe('9999-12-31T23:59:59.999Z');
    expect(resolved('9999-12-31||+1d')).toBeNull();
    expect(resolved('0000-01-01||-1s')).toBeNull();
    expect(resolved('now+999999999y')).toBeNull();
  });

  it.each([
    ...['', 'nowhere', 'now-', 'now-7', 'now-7D', 'now/', 'now/7d', 'now -7d', 'now||+1d', '2024-02-30', '2024'],
    ...['2024-01-01|+1d', '2024-01-01||now', 'yesterday', `now${'+1d'.repeat(100)}`, `now-${'9'.repeat(50)}d`],
  ])('refuses %j', (expression) => {
    expect(resolved(expression)).toBeNull();
  });

  it('never throws, and never rounds up to before what it rounds down to', () => {
    const piece = fc.constantFrom('now', '||', '+', '-', '/', '7', '400', 'd', 'M', 'y', 'w', 's', '2024-01-31');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const down = resolveDate(pieces.join(''), NOW, 'down');
        const up = resolveDate(pieces.join(''), NOW, 'up');
        if (down !== null && up !== null && !/\/.*\//.test(pieces.join(''))) expect(up).toBeGreaterThanOrEqual(down);
      }),
    );
  });
});

describe('startOf', () => {
  it('begins a week on Monday and a quarter in January, April, July or October', () => {
    expect(formatTimestamp(startOf('week', Date.parse('2024-03-17T23:59:59Z')))).toBe('2024-03-11T00:00:00.000Z');
    expect(formatTimestamp(startOf('week', Date.parse('1969-12-28T12:00:00Z')))).toBe('1969-12-22T00:00:00.000Z');
    expect(formatTimestamp(startOf('quarter', NOW))).toBe('2024-01-01T00:00:00.000Z');
    expect(formatTimestamp(startOf('quarter', Date.parse('2024-12-31T10:00:00Z')))).toBe('2024-10-01T00:00:00.000Z');
  });

  it('is at or before the time, and is its own start', () => {
    const time = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });
    fc.assert(
      fc.property(time, fc.constantFrom(...DATE_INTERVALS), (moment, interval) => {
        const start = startOf(interval, moment);
        expect(start).toBeLessThanOrEqual(moment);
        expect(startOf(interval, start)).toBe(start);
      }),
    );
  });
});

describe('isDateMath', () => {
  it.each(['now', 'now-7x', 'now/q', 'now 7d', '2024-11-04||+1Q', 'yesterday||-1d'])(
    'takes %s for date math',
    (text) => {
      expect(isDateMath(text)).toBe(true);
    },
  );
  it.each(['nowhere', 'now_and_then', '2024-11', 'known', ''])('takes %s for a text', (text) => {
    expect(isDateMath(text)).toBe(false);
  });
});
