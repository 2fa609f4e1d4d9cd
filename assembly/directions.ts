/**
 * The inner loop of the search for neighbours (`src/algorithms/layout/directions.ts`): products of rows of 8-bit codes. Rows are
 * filled up with zeros to a multiple of 16 bytes.
 */

/** The sum of the products of two rows, given by their places in memory. */
export function dotProduct(one: usize, other: usize, bytes: u32): i32 {
  let sum = i32x4.splat(0);
  for (let i: u32 = 0; i < bytes; i += 16) {
    const a = v128.load(one + i);
    const b = v128.load(other + i);
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(a), i16x8.extend_low_i8x16_s(b)));
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(a), i16x8.extend_high_i8x16_s(b)));
  }
  return (
    i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3)
  );
}
