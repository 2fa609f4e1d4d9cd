import { setMaxListeners } from 'node:events';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { failure } from '../../domain/errors/error.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborts when the client disconnects or the work exceeds its time limit. */
    workSignal: AbortSignal | undefined;
  }
  interface FastifyContextConfig {
    /**
     * `generation` for routes where a model writes or reads long texts, which may take longer than a query. `queries` for
     * routes that begin queries during the time of one, so that each of them has its own time. `own` for routes that limit the
     * time of their work themselves.
     */
    work?: 'query' | 'queries' | 'generation' | 'own';
  }
}

/** Making a controller takes about as long as checking a request, so those that never aborted are given out again. */
const unusedControllers: AbortController[] = [];
const MOST_UNUSED = 64;

/** Gives the handler a time limit. */
export function withinTime(handler: RouteHandlerMethod, milliseconds: number): RouteHandlerMethod {
  return function limited(request, reply) {
    return workWithinTime({ request, reply, milliseconds }, () => handler.call(this, request, reply));
  };
}

export interface LimitedWork {
  request: FastifyRequest;
  reply: FastifyReply;
  milliseconds: number;
}

/**
 * Gives work on a request a time limit. Fastify's own limit does not work here: it mistakes a body that has been read for a
 * disconnected client and stops its timer.
 */
export function workWithinTime<Result>(
  { request, reply, milliseconds }: LimitedWork,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const work = unusedControllers.pop() ?? new AbortController();
    request.workSignal = work.signal;
    const leave = () => work.abort(new DOMException('The client has disconnected.', 'AbortError'));
    const timer = setTimeout(() => {
      const error = tooLong(milliseconds);
      work.abort(error);
      // A stream that has begun is ended by whoever writes it, who still has to say why. Fastify would cut it off.
      if (!reply.raw.headersSent) reject(error);
    }, milliseconds);
    reply.raw.once('close', leave);
    const answer = async () => run();
    void answer()
      .then(resolve, reject)
      .then(() => {
        clearTimeout(timer);
        reply.raw.off('close', leave);
        if (!work.signal.aborted && unusedControllers.length < MOST_UNUSED) unusedControllers.push(work);
      });
  });
}

function tooLong(milliseconds: number): Error {
  const message = `The request took longer than the limit of ${milliseconds / 1000} seconds. Try again later.`;
  return failure('overloaded', message, { retryAfterSeconds: 1 });
}

/** Aborts when the response has been sent or the client has disconnected. */
export function untilAnswered(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Every line of an import may wait with it, so many listeners are not a leak.
  setMaxListeners(0, controller.signal);
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
