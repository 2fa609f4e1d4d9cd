import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Rows of a file with one JSON object per line, gzipped or not. */
export function readJsonLines<Row>(file: string): Row[] {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
