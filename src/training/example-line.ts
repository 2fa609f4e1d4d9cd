import type { Language } from '../domain/document/language.js';

/** A line of a file of examples for a text classifier. */
export interface TextLine {
  text: string;
  label: string;
  /** Where it is known. */
  language?: Language;
  /** Where the text has a vector already: 32-bit floats, little-endian, in base64. */
  embedding?: string;
}

/** A line of a file of examples for a predictor. Where all labels are numbers, and many, a number is predicted. */
export interface InputLine {
  input: Record<string, string | number | boolean | null>;
  label: string | number;
}

/** Names of fields are the caller's: on a plain object `constructor` would be there without having been sent. */
export function rowOf(input: InputLine['input']): InputLine['input'] {
  return Object.assign(Object.create(null), input);
}

export function encodeEmbedding(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

export function decodeEmbedding(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  return new Float32Array(new Uint8Array(bytes).buffer);
}
