import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Caller } from '../../domain/caller.js';
import { failure, type ServiceError } from '../../domain/errors/error.js';
import type { Services } from '../services.js';
import { acceptKey, callerOf, pathOf, requireScope } from './caller.js';
import { likelyPath } from './likely-path.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts further requests against the key's rate limit, for a request that does the work of several. */
    countFurther: (requests: number) => void;
  }
}

/** Decides before the body is read: the key must be valid, within its rate limit and in scope, and the path must exist. */
export function admission(
  { services, rateLimit }: { services: Services; rateLimit: number | null },
  table: RouteTable,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const limiter = new RateLimiter(rateLimit);
  return async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    requireHost(request);
    if (request.routeOptions.config?.scope === 'open') return;
    await acceptKey(request, services.authenticate);
    const caller = callerOf(request);
    limiter.take(caller, reply);
    request.countFurther = (requests) => limiter.takeFurther(requests, caller, reply);
    requireRoute(request, table);
    requireScope(request);
    services.lifecycle.requireServing();
  };
}

/** HTTP/1.1 requires a Host header. Node's own 400 has neither a body nor a request id. */
function requireHost({ raw, headers }: FastifyRequest): void {
  if (raw.httpVersion === '1.1' && headers.host === undefined) {
    throw failure('http_malformed', 'An HTTP/1.1 request needs a Host header.');
  }
}

function requireRoute(request: FastifyRequest, table: RouteTable): void {
  const path = pathOf(request);
  const shadowed = table.isExact(path) && request.routeOptions.url !== path;
  if (request.is404 || shadowed || hasEmptyParameter(request)) throw table.explain(request.method, path);
}

/** The router takes `/documents/` for `/documents/:id`. */
function hasEmptyParameter({ params }: FastifyRequest): boolean {
  return Object.entries(params ?? {}).some(([name, value]) => name !== '*' && value === '');
}

const WINDOW_MILLISECONDS = 60_000;

interface Window {
  startedAt: number;
  used: number;
}

/**
 * Counts the requests of each key in fixed windows of one minute. Not a library, because the limit belongs to the key and
 * the response must be our error body. Its clock can't be set, so no window lasts longer than a minute. Memory is bounded: there is one entry per key that has a limit.
 */
class RateLimiter {
  readonly #windows = new Map<string, Window>();

  constructor(readonly defaultLimit: number | null) {}

  /** Counts one request, tells the client where it stands, and refuses what is beyond the limit. */
  take(caller: Caller, reply: FastifyReply): void {
    const limit = caller.rateLimit ?? this.defaultLimit;
    if (limit === null) return;
    const now = performance.now();
    const window = this.#windowOf(caller.keyId, now);
    window.used++;
    const resetSeconds = secondsLeft(window, now);
    reply.header('RateLimit-Limit', limit);
    reply.header('RateLimit-Remaining', Math.max(0, limit - window.used));
    reply.header('RateLimit-Reset', resetSeconds);
    if (window.used <= limit) return;
    const message = `This key is limited to ${limit} requests per minute. Try again in ${resetSeconds} seconds.`;
    throw failure('rate_limit_exceeded', message, { retryAfterSeconds: resetSeconds });
  }

  /** Counts what a request that was already counted as one does in addition. Either all of it counts, or it is refused. */
  takeFurther(requests: number, caller: Caller, reply: FastifyReply): void {
    const limit = caller.rateLimit ?? this.defaultLimit;
    if (limit === null) return;
    const now = performance.now();
    const window = this.#windowOf(caller.keyId, now);
    if (window.used + requests > limit) {
      const message = `This key is limited to ${limit} requests per minute, and this request counts as ${requests + 1}.`;
      throw failure('rate_limit_exceeded', message, { retryAfterSeconds: secondsLeft(window, now) });
    }
    window.used += requests;
    reply.header('RateLimit-Remaining', limit - window.used);
  }

  #windowOf(keyId: string, now: number): Window {
    const current = this.#windows.get(keyId);
    if (current !== undefined && now - current.startedAt < WINDOW_MILLISECONDS) return current;
    const fresh = { startedAt: now, used: 0 };
    this.#windows.set(keyId, fresh);
    return fresh;
  }
}

function secondsLeft({ startedAt }: Window, now: number): number {
  return Math.ceil((startedAt + WINDOW_MILLISECONDS - now) / 1000);
}

const VERSION_SEGMENT = /^\/v\d+(?=\/|$)/;

/** Which paths exist under which methods, so that a request that matches no route can be told why. */
export class RouteTable {
  readonly #methodsByPattern = new Map<string, Set<string>>();

  constructor(readonly versions: readonly string[]) {}

  add(route: RouteOptions): void {
    const methods = this.#methodsByPattern.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) methods.add(method);
    this.#methodsByPattern.set(route.url, methods);
  }

  /** Whether a route has exactly this path, without parameters. */
  isExact(path: string): boolean {
    return this.#methodsByPattern.has(path);
  }

  /**
   * The methods of `path`, none if it is unknown. A path of its own (`/documents/browse`) wins over a pattern that
   * would also take it (`/documents/:id`).
   */
  methodsAt(path: string): string[] {
    const exact = this.#methodsByPattern.get(path);
    if (exact !== undefined) return [...exact];
    const found = [...this.#methodsByPattern].find(([pattern]) => matches(pattern, path));
    return found === undefined ? [] : [...found[1]];
  }

  /** Why there is no route for this method and path. */
  explain(method: string, path: string): ServiceError {
    const allow = this.methodsAt(path);
    if (allow.length > 0) {
      const message = `This path does not support ${method}. Use ${allow.join(' or ')}.`;
      return failure('method_not_allowed', message, { allow });
    }
    const version = VERSION_SEGMENT.exec(path)?.[0].slice(1);
    if (version !== undefined && !this.versions.includes(version)) {
      const message = `There is no API version ${version.slice(0, 20)}. Available: ${this.versions.join(', ')}.`;
      return failure('version_not_found', message);
    }
    const meant = this.#withVersion(path) ?? this.#likely(path, version ?? this.versions[0]);
    const hint =
      meant === null
        ? `GET /${this.versions[0]}/openapi.json lists all paths.`
        : `Did you mean ${meant.slice(0, 200)}?`;
    return failure('path_not_found', `This path does not exist. ${hint}`);
  }

  /** The same path under a version, if whoever wrote it forgot that. */
  #withVersion(path: string): string | null {
    return this.versions.map((version) => `/${version}${path}`).find((full) => this.methodsAt(full).length > 0) ?? null;
  }

  #likely(path: string, version: string): string | null {
    const paths = [...this.#methodsByPattern.keys()].filter((known) => known.startsWith(`/${version}/`));
    const known = paths.filter((known) => !known.includes(':')).map((known) => known.replace(VERSION_SEGMENT, ''));
    const meant = likelyPath(path.replace(VERSION_SEGMENT, ''), known);
    return meant === null ? null : `/${version}${meant}`;
  }
}

function matches(pattern: string, path: string): boolean {
  if (pattern.endsWith('*')) return path.startsWith(pattern.slice(0, -1));
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment === given[index] || (segment.startsWith(':') && given[index] !== ''))
  );
}
