import type { FastifyReply, RouteHandlerMethod } from 'fastify';
import { failure } from '../../domain/errors/error.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborts when the client disconnects or the work exceeds its time limit. */
    workSignal: AbortSignal | undefined;
  }
  interface FastifyContextConfig {
    /** `generation` for routes where a model writes or reads long texts, which may take longer than a query. */
    work?: 'query' | 'generation';
  }
}

/**
 * Gives the handler a time limit. Fastify's own limit does not work here: it mistakes a body that has been read for a
 * disconnected client and stops its timer.
 */
export function withinTime(handler: RouteHandlerMethod, milliseconds: number): RouteHandlerMethod {
  return async function limited(request, reply) {
    const work = new AbortController();
    request.workSignal = work.signal;
    const leave = () => work.abort(new DOMException('The client has disconnected.', 'AbortError'));
    reply.raw.once('close', leave);
    let timer: NodeJS.Timeout | undefined;
    const end = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const error = tooLong(milliseconds);
        work.abort(error);
        reject(error);
      }, milliseconds);
    });
    try {
      return await Promise.race([handler.call(this, request, reply), end]);
    } finally {
      clearTimeout(timer);
      reply.raw.off('close', leave);
    }
  };
}

function tooLong(milliseconds: number): Error {
  const message = `The request took longer than the limit of ${milliseconds / 1000} seconds. Try again later.`;
  return failure('overloaded', message, { retryAfterSeconds: 1 });
}

/** Aborts when the response has been sent or the client has disconnected. */
export function untilAnswered(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
