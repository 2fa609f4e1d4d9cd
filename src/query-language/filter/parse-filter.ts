import { describeSent, didYouMean, isObject, nearest, type SentObject } from '../../domain/errors/problem.js';
import { type Clause, FILTER_LIMITS, type Filter } from '../../domain/filter/filter.js';
import {
  below,
  type ClauseContext,
  countClauses,
  type FilterContext,
  item,
  parseExists,
  parseIds,
  parseMatch,
  parsePrefix,
  parseTerm,
  parseTerms,
  parseWildcard,
  refuse,
} from './clauses.js';
import { parseRange } from './range.js';

const CLAUSES: Record<string, (sent: unknown, context: ClauseContext) => Clause | null> = {
  term: parseTerm,
  terms: parseTerms,
  range: parseRange,
  exists: parseExists,
  prefix: parsePrefix,
  wildcard: parseWildcard,
  match: parseMatch,
  ids: parseIds,
};

const CLAUSE_NAMES = [...Object.keys(CLAUSES), 'bool'];
const LISTS = ['must', 'must_not', 'should'] as const;
const KEYS: readonly string[] = [...LISTS, 'minimum_should_match'];

/** A place in the tree and its depth. */
interface Place extends ClauseContext {
  depth: number;
}

/**
 * Parses a filter as it was sent. Problems are recorded in `context.problems` with their paths; use the result only if there
 * are none. At most 256 entries are parsed, which bounds the cost of a hostile filter.
 */
export function parseFilter(sent: unknown, context: FilterContext): Filter {
  if (!isObject(sent)) {
    context.problems.add(context.path, 'parameter_type', `Expected an object; found ${describeSent(sent)}.`);
    return { must: [], mustNot: [], should: [], minimumShouldMatch: 0 };
  }
  return parseBody(sent, { ...context, depth: 1, count: { clauses: 0 } });
}

function parseBody(sent: SentObject, place: Place): Filter {
  refuseUnknownKeys(sent, place);
  const must = parseList('must', sent, place);
  const mustNot = parseList('must_not', sent, place);
  const should = parseList('should', sent, place);
  return { must, mustNot, should, minimumShouldMatch: readMinimum(sent, place) };
}

function refuseUnknownKeys(sent: SentObject, place: Place): void {
  for (const key of Object.keys(sent)) {
    if (place.problems.full) return;
    if (!KEYS.includes(key)) refuse(below(place, key), `Unknown key.${keyHint(key)} The keys are ${KEYS.join(', ')}.`);
  }
}

function keyHint(key: string): string {
  if (key === 'filter') return ' Did you mean "must"?';
  if (!CLAUSE_NAMES.includes(key)) return didYouMean(key, KEYS);
  return ` Put the clause into a list: {"must": [{"${key}": …}]}.`;
}

function parseList(key: (typeof LISTS)[number], sent: SentObject, place: Place): Clause[] {
  if (!Object.hasOwn(sent, key)) return [];
  const context = { ...place, ...below(place, key) };
  const entries = sent[key];
  if (!Array.isArray(entries)) {
    const hint = isObject(entries) ? ' Put the clause into an array.' : '';
    refuse(context, `Expected an array of clauses; found ${describeSent(entries)}.${hint}`);
    return [];
  }
  if (!countClauses(entries.length, context)) return [];
  const clauses: Clause[] = [];
  for (let index = 0; index < entries.length && !place.problems.full; index++) {
    const clause = parseClause(entries[index], { ...context, ...item(context, index) });
    if (clause !== null) clauses.push(clause);
  }
  return clauses;
}

function parseClause(sent: unknown, place: Place): Clause | null {
  const [name, ...others] = isObject(sent) ? Object.keys(sent) : [];
  if (!isObject(sent) || name === undefined || others.length > 0)
    return refuse(place, notOneClause(sent, others.length));
  const context = below(place, name);
  if (name === 'bool') return parseBool(sent[name], { ...place, ...context, depth: place.depth + 1 });
  if (!Object.hasOwn(CLAUSES, name)) return refuse(context, unknownClause(name));
  return CLAUSES[name](sent[name], context);
}

function notOneClause(sent: unknown, others: number): string {
  const found = others > 0 ? `${others + 1} keys. Make each clause a separate entry` : describeSent(sent);
  return `Expected an object with exactly one clause, such as {"term": {"language": "en"}}; found ${found}.`;
}

function unknownClause(name: string): string {
  const hint =
    nearest(name, KEYS) === null
      ? didYouMean(name, CLAUSE_NAMES)
      : ` Nest with {"bool": {"${nearest(name, KEYS)}": …}}.`;
  return `${describeSent(name)} is not a clause.${hint} The clauses are ${CLAUSE_NAMES.join(', ')}.`;
}

function parseBool(sent: unknown, place: Place): Clause | null {
  if (place.depth > FILTER_LIMITS.depth) {
    return refuse(place, `A filter may have at most ${FILTER_LIMITS.depth} levels, counting the outermost object.`);
  }
  if (!isObject(sent)) return refuse(place, `Expected an object with ${KEYS.join(', ')}; found ${describeSent(sent)}.`);
  return { kind: 'bool', filter: parseBody(sent, place) };
}

function readMinimum(sent: SentObject, place: Place): number {
  const value = Object.hasOwn(sent, 'minimum_should_match') ? sent.minimum_should_match : null;
  const optional = lengthOf(sent, 'should');
  if (value === null) return optional > 0 && lengthOf(sent, 'must') === 0 ? 1 : 0;
  const minimum = minimumShouldMatch(value, optional);
  if (minimum !== null) return minimum;
  refuse(below(place, 'minimum_should_match'), `Expected ${MINIMUM_SHOULD_MATCH_FORMS}; found ${describeSent(value)}.`);
  return 0;
}

function lengthOf(sent: SentObject, key: string): number {
  const entries = Object.hasOwn(sent, key) ? sent[key] : null;
  return Array.isArray(entries) ? entries.length : 0;
}

const PERCENTAGE = /^(-?\d{1,9})%$/;

const MINIMUM_SHOULD_MATCH_FORMS = 'null, an integer such as 2 or -1, or a percentage such as "75%" or "-25%"';

/**
 * How many of `count` optional clauses must match, or null if `sent` is invalid. A negative value means "all but"; a
 * percentage is rounded down. A value above `count` is kept: such a filter matches nothing.
 */
export function minimumShouldMatch(sent: unknown, count: number): number | null {
  const part = partOf(sent, count);
  if (part === null) return null;
  const whole = Math.trunc(part);
  return Math.max(0, part < 0 ? count + whole : whole);
}

function partOf(sent: unknown, count: number): number | null {
  if (typeof sent === 'number') return Number.isSafeInteger(sent) ? sent : null;
  const percentage = typeof sent === 'string' ? PERCENTAGE.exec(sent) : null;
  return percentage === null ? null : (count * Number(percentage[1])) / 100;
}
