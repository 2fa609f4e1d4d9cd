import type { FastifyRequest } from 'fastify';
import { type Caller, SCOPES, type Scope } from '../../domain/caller.js';
import { failure } from '../../domain/errors/error.js';

export type RequiredScope = Scope | readonly Scope[] | 'open' | 'any';

/** Who runs the service, and who watches it. */
export const SEES_FIGURES: readonly Scope[] = ['admin', 'metrics'];

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null until the key has been accepted, and on open paths. */
    caller: Caller | null;
    /** Why it was refused, for the log. */
    errorCode: string | null;
  }
  interface FastifyContextConfig {
    /** What the key must allow, of a list any one; `open` for a path that needs no key, `any` for one that takes every valid key. */
    scope?: RequiredScope;
    /** Whether the key may also be sent as a bearer token. */
    bearer?: boolean;
    /** `stream` where the handler reads the body itself, as it arrives. */
    body?: 'stream';
  }
}

/** The caller of a route that needs a key: authentication has put it there. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('The route is open, so it has no caller.');
  return request.caller;
}

export function isLive(request: FastifyRequest): boolean {
  return request.caller?.mode === 'live';
}

const ADDRESS_BEFORE_PATH = /^https?:\/\/[^/?#]*/i;

/** Path and query string. */
export function targetOf({ url }: Pick<FastifyRequest, 'url'>): string {
  return url.replace(ADDRESS_BEFORE_PATH, '') || '/';
}

/** The path without the query string. Requests through a proxy may contain the absolute URL. */
export function pathOf(request: Pick<FastifyRequest, 'url'>): string {
  const target = targetOf(request);
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

/** The scope that a route needs. A route without one fails when the server is built. */
export function requiredScope(route: { url: string; config?: { scope?: RequiredScope } }): RequiredScope {
  const scope = route.config?.scope;
  if (scope === 'open' || scope === 'any') return scope;
  if (scope !== undefined && scope.length > 0 && scopesOf(scope).every((name) => SCOPES.includes(name))) return scope;
  throw new Error(`The route ${route.url} declares no scope.`);
}

export type Authenticate = (key: string) => Promise<Caller | null>;

/** Sets the caller of the request. All invalid keys get the same error, so that it reveals nothing about them. */
export async function acceptKey(request: FastifyRequest, authenticate: Authenticate): Promise<void> {
  const key = sentKey(request);
  const caller = key === '' ? null : await authenticate(key);
  if (caller === null) {
    throw failure('invalid_api_key', 'Send a valid API key in the X-API-Key header.');
  }
  request.caller = caller;
}

/** The API key as it was sent, empty without one. It must not be stored or logged. */
export function sentKey(request: FastifyRequest): string {
  const key = request.headers['x-api-key'] ?? bearerToken(request);
  return typeof key === 'string' ? key : '';
}

function bearerToken({ headers, routeOptions }: FastifyRequest): string | undefined {
  if (routeOptions.config?.bearer !== true) return undefined;
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(headers.authorization ?? '')?.[1];
}

export function requireScope(request: FastifyRequest): void {
  const { scope } = request.routeOptions.config;
  if (scope === undefined || scope === 'open' || scope === 'any') return;
  const enough = scopesOf(scope);
  if (callerOf(request).scopes.some((allowed) => enough.includes(allowed))) return;
  const names = enough.map((name) => `"${name}"`).join(' or the ');
  throw failure('scope_missing', `This endpoint needs the ${names} scope; this key does not have it.`);
}

function scopesOf(scope: Scope | readonly Scope[]): readonly Scope[] {
  return typeof scope === 'string' ? [scope] : scope;
}
