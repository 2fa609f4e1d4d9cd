/** The direction of a document: the mean of the directions of its passages, whatever their lengths. */
export function meanDirection(vectors: readonly Int8Array[]): Float32Array {
  const mean = new Float32Array(vectors[0].length);
  for (const codes of vectors) {
    const length = Math.hypot(...codes) || 1;
    for (let i = 0; i < mean.length; i++) mean[i] += codes[i] / length;
  }
  return mean;
}
