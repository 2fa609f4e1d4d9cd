import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../domain/caller.js';
import { failure } from '../../domain/errors/error.js';
import { callerOf } from './caller.js';

export type Authenticate = (key: string) => Promise<Caller | null>;

/** Puts the caller on the request. Whatever is wrong with the key, the answer is the same, so that it tells nothing. */
export async function acceptKey(request: FastifyRequest, authenticate: Authenticate): Promise<void> {
  const key = request.headers['x-api-key'];
  const caller = typeof key === 'string' && key !== '' ? await authenticate(key) : null;
  if (caller === null) {
    throw failure('invalid_api_key', 'A valid API key is needed in the X-API-Key header.');
  }
  request.caller = caller;
}

export function requireScope(request: FastifyRequest): void {
  const { scope } = request.routeOptions.config;
  if (scope === undefined || scope === 'open' || callerOf(request).scopes.includes(scope)) return;
  throw failure('scope_missing', `This needs a key with the scope "${scope}", which this one does not have.`);
}
