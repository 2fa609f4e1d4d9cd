import { describe, expect, it } from 'vitest';
import { formatMeasured } from './format.js';

describe('a measured number', () => {
  it('keeps its digits, however small it is', () => {
    expect(formatMeasured(287_968)).toBe(new Intl.NumberFormat().format(287_968));
    expect(formatMeasured(-0.000_123_45)).toBe(
      new Intl.NumberFormat(undefined, { maximumFractionDigits: 7 }).format(-0.000_123_5),
    );
    expect(formatMeasured(0)).toBe('0');
  });
});
