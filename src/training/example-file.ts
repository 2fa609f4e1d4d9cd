import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Language } from '../domain/document/language.js';
import type { TrainingControl } from '../learning/training-control.js';

// The examples of a training are a file of JSON objects, one per line, written by this service after checking them.

/** An example for a text classifier. */
export interface TextLine {
  text: string;
  label: string;
  /** If known. */
  language?: Language;
  /** If the text is embedded already: see `encodeEmbedding`. */
  embedding?: string;
}

/** An example for a predictor. */
export interface InputLine {
  input: Record<string, string | number | boolean | null>;
  label: string | number;
}

/** A copy without prototype: field names are the caller's, and `constructor` must not be inherited. */
export function rowOf(input: InputLine['input']): InputLine['input'] {
  return Object.assign(Object.create(null), input);
}

/** 32-bit floats, little-endian, in base64. */
export function encodeEmbedding(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

export function decodeEmbedding(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  return new Float32Array(new Uint8Array(bytes).buffer);
}

export interface LinesToRead {
  file: string;
  /** The number of lines, to report progress. */
  count: number;
}

export interface ReadLine<Line> {
  line: Line;
  /** The length of its JSON. */
  characters: number;
}

const LINES_BETWEEN_REPORTS = 1_000;

export async function* readLines<Line>(
  { file, count }: LinesToRead,
  control: TrainingControl,
): AsyncGenerator<ReadLine<Line>> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  let read = 0;
  for await (const line of lines) {
    if (line !== '') yield { line: JSON.parse(line), characters: line.length };
    if (++read % LINES_BETWEEN_REPORTS === 0) control.onProgress(Math.min(1, read / Math.max(1, count)));
  }
}
