import { describe, expect, it } from 'vitest';
import { formatBytes, formatCount, formatMeasured } from './format.js';

describe('a measured number', () => {
  it('keeps its digits, however small it is', () => {
    expect(formatMeasured(287_968)).toBe(new Intl.NumberFormat().format(287_968));
    expect(formatMeasured(-0.000_123_45)).toBe(
      new Intl.NumberFormat(undefined, { maximumFractionDigits: 7 }).format(-0.000_123_5),
    );
    expect(formatMeasured(0)).toBe('0');
  });
});

describe('a number of things', () => {
  it('names one of them or several', () => {
    expect([0, 1, 2].map((count) => formatCount(count, 'document'))).toEqual([
      '0 documents',
      '1 document',
      '2 documents',
    ]);
    expect(formatCount(1_200, 'copy', 'copies')).toBe(`${new Intl.NumberFormat().format(1_200)} copies`);
  });

  it('says bytes of several', () => {
    const bytes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'byte', unitDisplay: 'long' });
    expect([0, 1, 999].map(formatBytes)).toEqual([0, 1, 999].map((count) => bytes.format(count)));
    expect(formatBytes(26_540_000)).toMatch(/^26[.,]5\s/);
  });
});
