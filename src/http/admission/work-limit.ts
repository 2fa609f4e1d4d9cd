import type { FastifyReply, RouteHandlerMethod } from 'fastify';
import { failure } from '../../domain/errors/error.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborts when the client has gone away, and when the work takes longer than allowed. */
    workSignal: AbortSignal | undefined;
  }
  interface FastifyContextConfig {
    /** `generation` where a model writes, or reads long texts: that takes longer than queries may. */
    work?: 'query' | 'generation';
  }
}

/**
 * The handler, given up after a time. The framework's own limit will not do: it takes a body that has been read for a
 * client that has gone away, and stops counting.
 */
export function withinTime(handler: RouteHandlerMethod, milliseconds: number): RouteHandlerMethod {
  return async function limited(request, reply) {
    const work = new AbortController();
    request.workSignal = work.signal;
    const leave = () => work.abort(new Error('The client has gone away.'));
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
  const message = `The request took longer than the ${milliseconds / 1000} seconds that are allowed. Try again later.`;
  return failure('overloaded', message, { retryAfterSeconds: 1 });
}

/** Aborts once nobody waits for the answer any more: it has been sent, or the client has gone away. */
export function untilAnswered(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
