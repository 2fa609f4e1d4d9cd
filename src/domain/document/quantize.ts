/**
 * A vector's direction in whole numbers, the largest one at the end of the range. Length is not kept: cosines need none.
 * A number is off by half a step at most, hence a cosine by no more than half a step · √dimensions / |codes|; how much
 * it is in practice, `bench/vector-scan.ts` says. What is not finite counts as 0, and a vector without direction
 * becomes zeros, whose cosine with everything is 0.
 */
function roundedDirection<Codes extends Int8Array | Int16Array>(
  vector: Float32Array,
  codes: Codes,
  end: number,
): Codes {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) {
    if (Number.isFinite(vector[i])) largest = Math.max(largest, Math.abs(vector[i]));
  }
  if (largest === 0) return codes;
  const scale = end / largest;
  for (let i = 0; i < vector.length; i++) {
    if (Number.isFinite(vector[i])) codes[i] = Math.round(vector[i] * scale);
  }
  return codes;
}

/** What is stored of a passage: -127 … 127. */
export function quantize(vector: Float32Array): Int8Array {
  return roundedDirection(vector, new Int8Array(vector.length), 127);
}

/** A query is a single vector and can afford finer steps: -2047 … 2047. More would overflow the kernel's sums. */
export function quantizeQuery(vector: Float32Array): Int16Array {
  return roundedDirection(vector, new Int16Array(vector.length), 2047);
}
