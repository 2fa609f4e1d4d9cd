/** The lines of a text that arrives in pieces, which may end anywhere, within a character too. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const [first, ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
    rest += first;
    for (const line of lines) {
      yield withoutReturn(rest);
      rest = line;
    }
  }
  rest += decoder.decode();
  if (rest !== '') yield withoutReturn(rest);
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/**
 * The values of NDJSON, one per line: of a file, for example, to import it.
 *
 * @example await client.documents.import(readNdjson<NewDocument>(file.stream()));
 */
export async function* readNdjson<Value = unknown>(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
): AsyncGenerator<Value> {
  let number = 0;
  for await (const line of linesOf(itemsOf(source))) {
    number++;
    if (line.trim() !== '') yield parseLine(line, number);
  }
}

function parseLine<Value>(line: string, number: number): Value {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new SyntaxError(`Line ${number} is not JSON.`, { cause });
  }
}

/** What a source yields. Not every browser can iterate over a stream. */
export async function* itemsOf<Item>(
  source: Iterable<Item> | AsyncIterable<Item> | ReadableStream<Item>,
): AsyncGenerator<Item> {
  if (!('getReader' in source)) {
    yield* source;
    return;
  }
  const reader = source.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
