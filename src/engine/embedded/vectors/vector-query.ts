import { quantizeQuery } from '../../../domain/document/vectors.js';
import { nibbleOfCode } from './vector-layout.js';

/** A quantised query vector, for any number of blocks. It can be posted to other threads. */
export interface VectorQuery {
  codes: Int16Array;
  /** 1 / |codes|; 0 for a zero vector, whose cosine with everything is 0. */
  inverseNorm: number;
  sum: number;
  coarse: CoarseQuery;
}

/**
 * The query quantised to 8 bits. Its dot product with the high bits of a row rules out most rows. A coarse code is
 * `codes / STEP`, rounded, so `codes = STEP · coarse + lost`, and the error of a cosine is at most |lost| / |codes|.
 */
interface CoarseQuery {
  /** Coarse codes, each times the factor that brings its nibble to a weight of 256 within its 16-bit word. */
  codes: Int16Array;
  /** Sum of the coarse codes, without those factors. */
  sum: number;
  /** The dot product of high bits and `codes`, times this, is the dot product with the query's unit vector. */
  scale: number;
  /** The largest error that the low part of a row can cause, as a share of its length: |STEP · coarse| / |codes|. */
  reachOfLow: number;
  /** The largest error that rounding the query can cause: |lost| / |codes|. */
  reachOfRounding: number;
}

const MOST = 127;
const STEP = 2047 / MOST;
/** For nibbles 0 to 3; the kernel shifts the last one down. */
const LACKING = [256, 16, 1, 256];

export function vectorQuery(vector: Float32Array): VectorQuery {
  const codes = quantizeQuery(vector);
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < codes.length; i++) {
    sum += codes[i];
    squares += codes[i] * codes[i];
  }
  const inverseNorm = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  return { codes, inverseNorm, sum, coarse: coarseQuery(codes, inverseNorm) };
}

function coarseQuery(fine: Int16Array, inverseNorm: number): CoarseQuery {
  const codes = new Int16Array(fine.length);
  let sum = 0;
  let squares = 0;
  let lostSquares = 0;
  for (let i = 0; i < fine.length; i++) {
    const code = Math.round(fine[i] / STEP);
    codes[i] = code * LACKING[nibbleOfCode(i)];
    sum += code;
    squares += code * code;
    lostSquares += (fine[i] - STEP * code) ** 2;
  }
  return {
    codes,
    sum,
    // The sums are of 256 times the high bits, which stand for 16 times as much.
    scale: (STEP * inverseNorm) / 16,
    reachOfLow: STEP * Math.sqrt(squares) * inverseNorm,
    reachOfRounding: Math.sqrt(lostSquares) * inverseNorm,
  };
}
