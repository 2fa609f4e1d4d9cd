/** An event of a text/event-stream, with its data parsed. */
export interface ServerEvent {
  event: string;
  data: unknown;
}

/** The events of a response, as they arrive. The service writes the data of each on one line. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let waiting = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (waiting + piece).split('\n\n');
    waiting = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event !== null) yield event;
    }
  }
}

/** Null for a comment, which only keeps the connection open. */
function parseBlock(block: string): ServerEvent | null {
  const fields = new Map(block.split('\n').map((line) => splitField(line)));
  const data = fields.get('data');
  return data === undefined ? null : { event: fields.get('event') ?? 'message', data: JSON.parse(data) };
}

function splitField(line: string): [string, string] {
  const colon = line.indexOf(': ');
  return [line.slice(0, colon), line.slice(colon + 2)];
}
