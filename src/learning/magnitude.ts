/**
 * A power of two near the largest of the numbers. To divide by it is exact, and squares of the quotients can be added
 * up without becoming infinite, or nothing.
 */
export function magnitudeOf(numbers: Float64Array): number {
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  return largest === 0 ? 1 : 2 ** Math.floor(Math.log2(largest));
}
