import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { cellOf } from '../../src/learning/predictor/fields.js';

/** The rows of a gzipped CSV file with a header and no quoted fields. */
export function readTable(file: string): Record<string, string | null>[] {
  const [header, ...lines] = gunzipSync(readFileSync(file)).toString().trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(names.map((name, i) => [name, cellOf(values[i])]));
  });
}

/** Takes the column to predict, and those that give it away, out of the rows. */
export function separate(rows: readonly Record<string, string | null>[], target: string, drop: readonly string[] = []) {
  return {
    labels: rows.map((row) => row[target] ?? ''),
    rows: rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => name !== target && !drop.includes(name))),
    ),
  };
}
