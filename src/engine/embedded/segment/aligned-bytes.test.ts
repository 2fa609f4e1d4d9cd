import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { AlignedBytes } from './aligned-bytes.js';
import { alignTo8, type ColumnArray } from './segment-format.js';

const anyArray: fc.Arbitrary<ColumnArray> = fc
  .record({
    length: fc.constantFrom(0, 1, 2, 3, 15, 17, 1000, 20_000),
    make: fc.constantFrom<(length: number) => ColumnArray>(
      (size) => new Uint8Array(size),
      (size) => new Uint16Array(size),
      (size) => new Uint32Array(size),
      (size) => new Float64Array(size),
    ),
  })
  .map(({ length, make }) => make(length).map((_, i) => i * 7919));

it('puts arrays of any size one after the other, each at a multiple of 8 bytes', () => {
  fc.assert(
    fc.property(fc.array(anyArray, { maxLength: 60 }), (arrays) => {
      const bytes = new AlignedBytes();
      const places = arrays.map((array) => {
        const place = bytes.length;
        bytes.append(array);
        return place;
      });
      const target = new Uint8Array(bytes.length);
      bytes.writeTo(target);
      arrays.forEach((array, i) => {
        const expected = Buffer.alloc(alignTo8(array.byteLength));
        expected.set(new Uint8Array(array.buffer));
        expect(expected.equals(target.subarray(places[i], places[i] + expected.length))).toBe(true);
      });
    }),
    { numRuns: 50 },
  );
});
