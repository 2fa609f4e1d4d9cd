import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The objects of a file with one a line, as our own code wrote it. */
export async function* readLines<Line>(file: string): AsyncGenerator<Line> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) if (line !== '') yield JSON.parse(line);
}
