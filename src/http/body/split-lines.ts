/** A line as it was sent; `bytes` is null if the line is too long. */
export interface SentLine {
  /** From 1; blank lines are left out but counted. */
  line: number;
  bytes: Buffer | null;
}

const NEWLINE = 10;
/** A batch blocks the event loop for a few milliseconds at most. */
const BATCH_LINES = 128;
const BATCH_BYTES = 256 * 1024;

/** Splits a stream into its lines, in batches. It holds one line and one batch at a time, however long the stream is. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  { longestLine }: { longestLine: number },
): AsyncGenerator<SentLine[]> {
  const splitter = new LineSplitter(longestLine);
  for await (const chunk of chunks) {
    yield* splitter.push(chunk);
    if (splitter.batch.length > 0) yield splitter.takeBatch();
  }
  splitter.endLine();
  if (splitter.batch.length > 0) yield splitter.takeBatch();
}

class LineSplitter {
  batch: SentLine[] = [];
  #batchBytes = 0;
  #line = 1;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(readonly longestLine: number) {}

  *push(chunk: Buffer): Generator<SentLine[]> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#append(chunk.subarray(start, end));
      this.endLine();
      start = end + 1;
      if (this.batch.length >= BATCH_LINES || this.#batchBytes >= BATCH_BYTES) yield this.takeBatch();
    }
    this.#append(chunk.subarray(start));
  }

  endLine(): void {
    const bytes = this.#length > this.longestLine ? null : Buffer.concat(this.#parts, this.#length);
    if (bytes === null || !isBlank(bytes)) this.batch.push({ line: this.#line, bytes });
    this.#batchBytes += bytes?.length ?? 0;
    this.#line++;
    this.#parts = [];
    this.#length = 0;
  }

  takeBatch(): SentLine[] {
    const taken = this.batch;
    this.batch = [];
    this.#batchBytes = 0;
    return taken;
  }

  #append(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > this.longestLine) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }
}

/** Nothing but spaces, tabs and the carriage return of a Windows line end. */
function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
