const LINE_END = /\r\n|\n|\r(?!$)/;

/**
 * The data of each event of a stream, comments and other fields left out. Lines may end in any of the three ways and be
 * cut anywhere, also within a character. A last event without its empty line counts: some servers just hang up.
 */
export async function* readEventData(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of readLines(chunks)) {
    if (line === '' && data.length > 0) {
      yield data.join('\n');
      data = [];
    }
    if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
  }
  if (data.length > 0) yield data.join('\n');
}

async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    // A carriage return at the very end may be half of a line's end: it waits for what follows.
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(LINE_END);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield* (rest + decoder.decode()).split(/\r\n|\n|\r/);
}
