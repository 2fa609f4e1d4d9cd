import { DEFAULT_SCOPES, SCOPES, type Scope } from '../../domain/caller.js';
import { DOCUMENT_LIMITS, MODES, type Mode } from '../../domain/document/document.js';
import { parseTimestamp, TIMESTAMP_HINT } from '../../domain/document/timestamp.js';
import { invalidRequest } from '../../domain/errors/error.js';
import { didYouMean, Problems } from '../../domain/errors/problem.js';
import type { KeyRecord } from '../../storage/storage.js';

/** A request for a new key. Only the name is required. */
export interface KeyRequest {
  name: string;
  mode?: string;
  scopes?: readonly string[];
  tenants?: readonly string[];
  /** ISO 8601. */
  expires?: string;
  /** Requests per minute. */
  rateLimit?: number;
}

export type KeySettings = Pick<KeyRecord, 'name' | 'mode' | 'scopes' | 'tenants' | 'expiresAt' | 'rateLimit'>;

export const KEY_LIMITS = { nameLength: 100, tenants: 100, rateLimit: 1_000_000 };

/** Checks a request and fills in defaults. Throws one error that lists every problem. */
export function checkKeyRequest(request: KeyRequest): KeySettings {
  const problems = new Problems();
  const settings: KeySettings = {
    name: checkName(request.name, problems),
    mode: checkMode(request.mode ?? 'live', problems),
    scopes: checkScopes(request.scopes ?? DEFAULT_SCOPES, problems),
    tenants: request.tenants === undefined ? null : checkTenants(request.tenants, problems),
    expiresAt: request.expires === undefined ? null : checkExpiry(request.expires, problems),
    rateLimit: request.rateLimit === undefined ? null : checkRateLimit(request.rateLimit, problems),
  };
  if (problems.any) throw invalidRequest(problems.list);
  return settings;
}

function checkName(name: string, problems: Problems): string {
  const length = [...name].length;
  if (name.trim() === '') problems.add('name', 'parameter_too_short', 'The name must not be blank.');
  if (length > KEY_LIMITS.nameLength) {
    problems.add(
      'name',
      'parameter_too_long',
      `The name has ${length} characters; at most ${KEY_LIMITS.nameLength} are allowed.`,
    );
  }
  if (hasControlCharacter(name))
    problems.add('name', 'parameter_invalid', 'The name has line breaks or other control characters.');
  return name;
}

/** Names are printed in lists, where a line break would pass for another key. */
export function hasControlCharacter(name: string): boolean {
  return /\p{Cc}/u.test(name);
}

function checkMode(written: string, problems: Problems): Mode {
  const mode = MODES.find((known) => known === written);
  if (mode === undefined) problems.add('mode', 'parameter_invalid', notOneOf('mode', written, MODES));
  return mode ?? 'live';
}

function checkScopes(written: readonly string[], problems: Problems): Scope[] {
  if (written.length === 0)
    problems.add('scopes', 'too_few_items', `Name at least one of the scopes ${SCOPES.join(', ')}.`);
  written.forEach((name, index) => {
    if (!SCOPES.some((scope) => scope === name)) {
      problems.add(`scopes[${index}]`, 'parameter_invalid', notOneOf('scope', name, SCOPES));
    }
  });
  return orderedScopes(written);
}

/** Each scope once, in the order in which they are always shown. */
export function orderedScopes(named: readonly string[]): Scope[] {
  return SCOPES.filter((scope) => named.includes(scope));
}

function checkTenants(tenants: readonly string[], problems: Problems): string[] {
  if (tenants.length === 0)
    problems.add('tenants', 'too_few_items', 'Name at least one tenant, or leave the list out.');
  if (tenants.length > KEY_LIMITS.tenants) {
    problems.add(
      'tenants',
      'too_many_items',
      `${tenants.length} tenants were named; at most ${KEY_LIMITS.tenants} are allowed.`,
    );
  }
  tenants.forEach((tenant, index) => {
    const length = [...tenant].length;
    const param = `tenants[${index}]`;
    if (length === 0) problems.add(param, 'parameter_too_short', 'A tenant has at least 1 character.');
    if (length > DOCUMENT_LIMITS.tenantIdLength) {
      const allowed = DOCUMENT_LIMITS.tenantIdLength;
      problems.add(param, 'parameter_too_long', `The tenant has ${length} characters; at most ${allowed} are allowed.`);
    }
  });
  return [...new Set(tenants)];
}

function checkExpiry(written: string, problems: Problems): number | null {
  const expiry = parseTimestamp(written);
  if (expiry === null) {
    problems.add('expires', 'parameter_invalid', `"${written.slice(0, 50)}" is not ${TIMESTAMP_HINT}.`);
  }
  return expiry?.time ?? null;
}

function checkRateLimit(limit: number, problems: Problems): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > KEY_LIMITS.rateLimit) {
    const message = `The rate limit must be a whole number of requests per minute, from 1 to ${KEY_LIMITS.rateLimit}.`;
    problems.add('rate_limit', 'parameter_invalid', message);
  }
  return limit;
}

function notOneOf(kind: string, written: string, known: readonly string[]): string {
  return `"${written.slice(0, 50)}" is not a ${kind}. Use one of ${known.join(', ')}.${didYouMean(written, known)}`;
}
