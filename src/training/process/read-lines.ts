import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { TrainingControl } from '../../learning/control.js';

export interface ReadLine<Line> {
  line: Line;
  /** As how many characters it was read. */
  characters: number;
}

export interface LinesToRead {
  file: string;
  /** How many lines there are, to tell how far reading has come. */
  count: number;
}

const LINES_BETWEEN_REPORTS = 1_000;

/** The objects of a file with one a line, as our own code wrote it. */
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
