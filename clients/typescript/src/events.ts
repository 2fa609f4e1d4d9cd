import { ConnectionError, errorOf } from './errors.js';
import type { AnswerDeltaEvent, AnswerDoneEvent, AnswerEvent, AnswerSourcesEvent } from './generated/openapi.js';
import { linesOf } from './lines.js';

/** What a streamed answer consists of. Errors are thrown. */
export type AnswerStreamEvent = AnswerSourcesEvent | AnswerDeltaEvent | AnswerDoneEvent;

/** The events of a streamed answer, up to `done`. */
export async function* answerEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<AnswerStreamEvent, void, void> {
  for await (const { event, data } of serverSentEvents(chunks)) {
    const received = { event, data: JSON.parse(data) } as AnswerEvent;
    switch (received.event) {
      case 'error':
        throw errorOf(received.data, { status: null, retryAfterSeconds: null });
      case 'done':
        yield received;
        return;
      case 'sources':
      case 'delta':
        yield received;
    }
  }
  throw new ConnectionError('The answer was cut off.', { code: 'connection_failed' });
}

/** Server-sent events, as far as the service uses them: one line of data each, and comments to keep the connection open. */
async function* serverSentEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ event: string; data: string }, void, void> {
  let event = '';
  let data = '';
  for await (const line of linesOf(chunks)) {
    if (line.startsWith('event:')) event = line.slice('event:'.length).trim();
    else if (line.startsWith('data:')) data += line.slice('data:'.length).trim();
    else if (line === '') {
      if (data !== '') yield { event, data };
      event = '';
      data = '';
    }
  }
}
