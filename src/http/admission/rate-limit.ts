import type { FastifyReply } from 'fastify';
import type { Caller } from '../../domain/caller.js';
import { failure } from '../../domain/errors/error.js';

const WINDOW_MILLISECONDS = 60_000;

interface Window {
  startedAt: number;
  used: number;
}

/**
 * Counts the requests of each key in windows of a minute. Our own, because the limit belongs to the key and the answer
 * must be our error body; a few lines do that. One entry per key that has a limit, so memory is bounded by the keys.
 */
export class RateLimiter {
  readonly #windows = new Map<string, Window>();

  constructor(readonly defaultLimit: number | null) {}

  /** Counts one request, tells the client where it stands, and refuses what is beyond the limit. */
  take(caller: Caller, reply: FastifyReply, now: number): void {
    const limit = caller.rateLimit ?? this.defaultLimit;
    if (limit === null) return;
    const window = this.#windowOf(caller.keyId, now);
    window.used++;
    const resetSeconds = Math.ceil((window.startedAt + WINDOW_MILLISECONDS - now) / 1000);
    reply.header('RateLimit-Limit', limit);
    reply.header('RateLimit-Remaining', Math.max(0, limit - window.used));
    reply.header('RateLimit-Reset', resetSeconds);
    if (window.used <= limit) return;
    const message = `This key may send ${limit} requests a minute. Try again in ${resetSeconds} seconds.`;
    throw failure('rate_limit_exceeded', message, { retryAfterSeconds: resetSeconds });
  }

  #windowOf(keyId: string, now: number): Window {
    const current = this.#windows.get(keyId);
    if (current !== undefined && now - current.startedAt < WINDOW_MILLISECONDS) return current;
    const fresh = { startedAt: now, used: 0 };
    this.#windows.set(keyId, fresh);
    return fresh;
  }
}
