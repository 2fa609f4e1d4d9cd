import { quantizeQuery } from '../../../domain/document/vectors.js';
import { nibbleOfCode } from './vector-layout.js';

/** A query vector, made ready for any number of blocks and for other threads (it can be sent in a message). */
export interface VectorQuery {
  codes: Int16Array;
  /** 1 / |codes|; 0 for a zero vector, whose cosine with everything is 0. */
  inverseNorm: number;
  sum: number;
  coarse: CoarseQuery;
}

/**
 * The query in 8 bits, which with the high bits of the rows rules out most of them. A coarse code is `codes / STEP`, rounded; so the
 * codes are `STEP · coarse + lost`, and a cosine is off by |lost| / |codes| at most.
 */
interface CoarseQuery {
  /** Each multiplied by what its nibble lacks of 256 in the 16 bits that it is read in. */
  codes: Int16Array;
  /** Of the coarse codes themselves. */
  sum: number;
  /** A sum of high bits and `codes`, times this, is a dot product with the direction of the query. */
  scale: number;
  /** What it can be off for the low part of a row, as a share of the row's length: |STEP · coarse| / |codes|. */
  reachOfLow: number;
  reachOfRounding: number;
}

const MOST = 127;
const STEP = 2047 / MOST;
/** For nibbles 0 to 3. The last one is shifted down. */
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
