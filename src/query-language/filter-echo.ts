import { isObject, type SentObject } from '../domain/errors/sent-value.js';

export interface FilterEcho {
  must: unknown[];
  must_not: unknown[];
  should: unknown[];
  minimum_should_match: unknown;
}

/** A filter as it was sent, with all four keys, also in what is nested. Only for filters that were parsed without a problem. */
export function echoFilter(sent: unknown): FilterEcho {
  const filter: SentObject = isObject(sent) ? sent : {};
  return {
    must: echoClauses(filter.must),
    must_not: echoClauses(filter.must_not),
    should: echoClauses(filter.should),
    minimum_should_match: filter.minimum_should_match ?? null,
  };
}

function echoClauses(sent: unknown): unknown[] {
  return Array.isArray(sent) ? sent.map(echoClause) : [];
}

function echoClause(sent: unknown): unknown {
  const nested = isObject(sent) && Object.hasOwn(sent, 'bool');
  return nested ? { bool: echoFilter(sent.bool) } : structuredClone(sent);
}
