import type { Pooling } from './encoder-model.js';

/** One vector for a text from those of its tokens, which are stored one after the other. None of them is padding. */
export function poolTokens(vectors: Float32Array, dimensions: number, pooling: Pooling): Float32Array {
  if (pooling === 'cls') return vectors.slice(0, dimensions);
  const sum = new Float32Array(dimensions);
  for (let i = 0; i < vectors.length; i++) sum[i % dimensions] += vectors[i];
  return sum.map((value) => (value * dimensions) / vectors.length);
}
