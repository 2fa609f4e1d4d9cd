import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLive, pathOf } from '../admission/caller.js';
import { errorBody, noteFailure } from '../errors.js';

/** Sends one event; does nothing if the client has disconnected. */
export type SendEvent = (event: string, data: unknown) => void;

/** Many proxies close connections that are silent for a minute. */
const HEARTBEAT_MILLISECONDS = 15_000;

/**
 * Answers with the server-sent events that `produce` sends, until its promise settles. An error becomes an `error` event
 * with the usual body, because the status has been sent by then; check what can be checked before.
 * `untilAnswered` tells when the client has disconnected.
 */
export function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  produce: (send: SendEvent) => Promise<void>,
): FastifyReply {
  const stream = new PassThrough();
  const write = (text: string) => {
    if (!stream.destroyed) stream.write(text);
  };
  const send: SendEvent = (event, data) => write(formatEvent(event, data));
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MILLISECONDS).unref();
  // A first comment flushes the headers at once.
  write(': hello\n\n');
  produce(send)
    .catch((thrown) => send('error', failureBody(thrown, request)))
    .finally(() => {
      clearInterval(heartbeat);
      stream.end();
    });
  return reply
    .header('Cache-Control', 'no-store')
    .header('X-Accel-Buffering', 'no')
    .type('text/event-stream; charset=utf-8')
    .send(stream);
}

/** JSON has no line breaks of its own, so the data is always one line. */
function formatEvent(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function failureBody(thrown: unknown, request: FastifyRequest): object {
  const about = { url: pathOf(request), requestId: request.id, livemode: isLive(request) };
  return errorBody(noteFailure(thrown, request), about);
}
