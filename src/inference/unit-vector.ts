import { failure } from '../domain/errors/error.js';

/** The vector at length 1. An encoder that answers with zeros or with what is no number is broken. */
export function unitVector(vector: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += vector[i] * vector[i];
  const length = Math.sqrt(squares);
  if (!(length > 0 && Number.isFinite(length)))
    throw failure('model_failed', 'The encoder answered with no usable vector.');
  return Float32Array.from(vector, (value) => value / length);
}
