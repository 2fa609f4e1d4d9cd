import { quantizeQuery } from '../../../domain/quantize.js';

/** A query vector, made ready for any number of blocks and for other threads (it can be sent in a message). */
export interface VectorQuery {
  codes: Int16Array;
  /** 1 / |codes|; 0 for a zero vector, whose cosine with everything is 0. */
  inverseNorm: number;
  sum: number;
}

export function vectorQuery(vector: Float32Array): VectorQuery {
  const codes = quantizeQuery(vector);
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < codes.length; i++) {
    sum += codes[i];
    squares += codes[i] * codes[i];
  }
  return { codes, inverseNorm: squares === 0 ? 0 : 1 / Math.sqrt(squares), sum };
}
