import { describe, expect, it } from 'vitest';
import { quantizeColumns, stacked, transposed, withRowAdded } from './matrices.js';

const matrix = (shape: number[], ...values: number[]) => ({ shape, values: Float32Array.from(values) });

describe('matrices', () => {
  it('are transposed', () => {
    expect(transposed(matrix([2, 3], 1, 2, 3, 4, 5, 6))).toEqual(matrix([3, 2], 1, 4, 2, 5, 3, 6));
  });

  it('are stacked row upon row', () => {
    expect(stacked([matrix([1, 2], 1, 2), matrix([2, 2], 3, 4, 5, 6)])).toEqual(matrix([3, 2], 1, 2, 3, 4, 5, 6));
    expect(stacked([matrix([2], 1, 2), matrix([1], 3)])).toEqual(matrix([3], 1, 2, 3));
  });

  it('take a row into each of theirs', () => {
    expect(withRowAdded(matrix([2, 2], 1, 2, 3, 4), Float32Array.of(10, 20))).toEqual(matrix([2, 2], 11, 22, 13, 24));
  });
});

describe('quantizeColumns', () => {
  it('uses the whole range for each column by itself', () => {
    const { values, scales } = quantizeColumns(matrix([2, 2], 1, -0.005, -0.25, 0.02));
    expect([...values]).toEqual([127, -32, -32, 127]);
    expect(scales[0]).toBeCloseTo(1 / 127);
    expect(scales[1]).toBeCloseTo(0.02 / 127);
  });

  it('leaves a column of zeros at zero', () => {
    expect([...quantizeColumns(matrix([2, 1], 0, 0)).values]).toEqual([0, 0]);
  });
});
