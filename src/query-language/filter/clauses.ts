import { countCodePoints } from '../../domain/document/code-points.js';
import { type FieldKind, fieldKind } from '../../domain/document/document.js';
import { canonicalLanguage } from '../../domain/document/language.js';
import {
  describeSent,
  didYouMean,
  isFiniteNumber,
  isObject,
  keyPath,
  type Problems,
} from '../../domain/errors/problem.js';
import { DATE_HINT, dateMathHint, resolveDate } from '../../domain/filter/date-math.js';
import { type Clause, FILTER_LIMITS, type FieldValue } from '../../domain/filter/filter.js';
import { unknownFieldMessage } from '../unknown-field.js';

/** Where in the request a filter, or a part of it, is, and what is needed to parse it. */
export interface FilterContext {
  /** `filter.must[2].range` */
  path: string;
  problems: Problems;
  /** What `now` means in date math: one instant for the whole request. */
  now: number;
}

export interface ClauseContext extends FilterContext {
  /** The number of clauses in the whole filter so far. */
  count: { clauses: number };
}

/** Counts more clauses. False, with one problem recorded, if there are too many. */
export function countClauses(more: number, context: ClauseContext): boolean {
  const before = context.count.clauses;
  context.count.clauses += more;
  if (context.count.clauses <= FILTER_LIMITS.clauses) return true;
  if (before <= FILTER_LIMITS.clauses) {
    refuse(
      context,
      `A filter may have at most ${FILTER_LIMITS.clauses} clauses, including nested ones; the limit is exceeded here.`,
    );
  }
  return false;
}

/** Records why the value at `context.path` is invalid. Returns null in place of the clause. */
export function refuse(context: ClauseContext, message: string): null {
  context.problems.add(context.path, 'filter_invalid', message);
  return null;
}

export function below(context: ClauseContext, key: string): ClauseContext {
  return { ...context, path: keyPath(context.path, key) };
}

export function item(context: ClauseContext, index: number): ClauseContext {
  return { ...context, path: `${context.path}[${index}]` };
}

/** The only field of a clause such as `{"term": {"language": "en"}}`, with its value. */
export interface FieldClause {
  field: string;
  kind: FieldKind;
  value: unknown;
  context: ClauseContext;
}

export function readFieldClause(sent: unknown, context: ClauseContext): FieldClause | null {
  const [field, ...others] = isObject(sent) ? Object.keys(sent) : [];
  if (!isObject(sent) || field === undefined || others.length > 0) {
    const found = others.length > 0 ? `${others.length + 1} fields` : describeSent(sent);
    return refuse(context, `Expected an object with exactly one field, such as {"language": …}; found ${found}.`);
  }
  const inside = below(context, field);
  const kind = readField(field, inside);
  return kind === null ? null : { field, kind, value: sent[field], context: inside };
}

function readField(field: string, context: ClauseContext): FieldKind | null {
  if (field === 'content') return refuse(context, 'content can only be searched with a match clause.');
  return fieldKind(field) ?? refuse(context, unknownFieldMessage(field));
}

/**
 * Parses an array of 1 to `most` entries with `read`; null if the array or any entry is invalid. The path of an entry is
 * made only for a problem, because that costs more than parsing the entry.
 */
function readList<T>(
  sent: unknown,
  context: ClauseContext,
  { most, read }: { most: number; read: (entry: unknown, at: () => ClauseContext) => T | null },
): T[] | null {
  if (!Array.isArray(sent)) return refuse(context, `Expected an array of values; found ${describeSent(sent)}.`);
  if (sent.length < 1 || sent.length > most) {
    return refuse(context, `Expected 1 to ${most} values; found ${sent.length}.`);
  }
  const values: T[] = [];
  for (let index = 0; index < sent.length && !context.problems.full; index++) {
    const value = read(sent[index], () => item(context, index));
    if (value !== null) values.push(value);
  }
  return values.length === sent.length ? values : null;
}

const MOST_VALUES = 1000;
const LONGEST_TEXT = 1000;

export function parseTerm(sent: unknown, context: ClauseContext): Clause | null {
  const clause = readFieldClause(sent, context);
  if (clause === null) return null;
  if (clause.kind === 'date') return readDay(clause, clause.value, () => clause.context);
  const value = readValue(clause, clause.value, () => clause.context);
  return value === null ? null : { kind: 'terms', field: clause.field, values: [value] };
}

export function parseTerms(sent: unknown, context: ClauseContext): Clause | null {
  const clause = readFieldClause(sent, context);
  if (clause === null) return null;
  if (clause.kind === 'date') return parseDays(clause);
  const values = readList(clause.value, clause.context, {
    most: MOST_VALUES,
    read: (entry, at) => readValue(clause, entry, at),
  });
  return values === null ? null : { kind: 'terms', field: clause.field, values };
}

/**
 * A date field equals any of several dates. Each date stands for a period, so the result is a disjunction of ranges. Each
 * counts as a clause, because it is one for the engine.
 */
function parseDays(clause: FieldClause): Clause | null {
  if (Array.isArray(clause.value) && !countClauses(clause.value.length, clause.context)) return null;
  const should = readList(clause.value, clause.context, {
    most: MOST_VALUES,
    read: (entry, at) => readDay(clause, entry, at),
  });
  return should === null ? null : { kind: 'bool', filter: { must: [], mustNot: [], should, minimumShouldMatch: 1 } };
}

function readDay({ field, context }: FieldClause, sent: unknown, at: () => ClauseContext): Clause | null {
  const { now } = context;
  const from = typeof sent === 'string' ? resolveDate(sent, now, 'down') : null;
  const to = typeof sent === 'string' ? resolveDate(sent, now, 'up') : null;
  if (from === null || to === null) {
    const hint = dateMathHint(sent);
    return refuse(at(), `${field} must be compared with ${DATE_HINT}; found ${describeSent(sent)}.${hint}`);
  }
  return { kind: 'range', field, bounds: { kind: 'date', from, to } };
}

function readValue({ field, kind }: FieldClause, sent: unknown, at: () => ClauseContext): FieldValue | null {
  if (typeof sent === 'string') return field === 'language' ? canonicalLanguage(sent) : sent;
  if (kind === 'metadata' && (typeof sent === 'boolean' || isFiniteNumber(sent))) return sent;
  const expected = kind === 'metadata' ? 'a string, a number or a boolean' : 'a string';
  return refuse(
    at(),
    `${field} must be compared with ${expected}; found ${describeSent(sent)}.${valueHint(field, sent)}`,
  );
}

function valueHint(field: string, sent: unknown): string {
  if (sent === null) return ` To find documents without a value, put {"exists": {"field": "${field}"}} into must_not.`;
  return Array.isArray(sent) ? ' To match any of several values, use a terms clause.' : '';
}

export function parseExists(sent: unknown, context: ClauseContext): Clause | null {
  const field = readOnlyKey('field', sent, context);
  if (field === null) return null;
  const inside = below(context, 'field');
  if (typeof field !== 'string') return refuse(inside, `Expected the name of a field; found ${describeSent(field)}.`);
  return readField(field, inside) === null ? null : { kind: 'exists', field };
}

export function parseIds(sent: unknown, context: ClauseContext): Clause | null {
  const list = readOnlyKey('values', sent, context);
  if (list === null) return null;
  const values = readList(list, below(context, 'values'), {
    most: MOST_VALUES,
    read: (entry, at) =>
      typeof entry === 'string' ? entry : refuse(at(), `An id must be a string; found ${describeSent(entry)}.`),
  });
  return values === null ? null : { kind: 'ids', values };
}

/** The value of the only key of a clause such as `{"exists": {"field": …}}`. */
function readOnlyKey(key: string, sent: unknown, context: ClauseContext): unknown {
  if (!isObject(sent) || !Object.hasOwn(sent, key)) {
    return refuse(context, `Expected an object with the key "${key}"; found ${describeSent(sent)}.`);
  }
  const other = Object.keys(sent).find((name) => name !== key);
  if (other === undefined) return sent[key] ?? refuse(below(context, key), `"${key}" cannot be null.`);
  return refuse(below(context, other), `Unknown key.${didYouMean(other, [key])} The only key here is "${key}".`);
}

export function parsePrefix(sent: unknown, context: ClauseContext): Clause | null {
  const clause = readTextClause(sent, context);
  return clause === null ? null : { kind: 'prefix', field: clause.field, value: clause.value };
}

export function parseWildcard(sent: unknown, context: ClauseContext): Clause | null {
  const clause = readTextClause(sent, context);
  if (clause === null) return null;
  if (countCodePoints(clause.value) > LONGEST_TEXT) {
    return refuse(clause.context, `A pattern may have at most ${LONGEST_TEXT} characters.`);
  }
  return { kind: 'wildcard', field: clause.field, pattern: clause.value };
}

/** A clause that compares text. Dates are instants, so they are refused. */
function readTextClause(
  sent: unknown,
  context: ClauseContext,
): { field: string; value: string; context: ClauseContext } | null {
  const clause = readFieldClause(sent, context);
  if (clause === null) return null;
  const { field, kind, value, context: inside } = clause;
  if (kind === 'date') return refuse(inside, `${field} is a date and can't be compared as text. Use a range clause.`);
  if (typeof value !== 'string') return refuse(inside, `Expected a string; found ${describeSent(value)}.`);
  return { field, value, context: inside };
}

export function parseMatch(sent: unknown, context: ClauseContext): Clause | null {
  const [field, ...others] = isObject(sent) ? Object.keys(sent) : [];
  if (!isObject(sent) || field === undefined || others.length > 0) {
    return refuse(context, `Expected an object with exactly one field, title or content; found ${describeSent(sent)}.`);
  }
  const inside = below(context, field);
  if (field !== 'title' && field !== 'content') {
    return refuse(inside, `match only searches title or content.${didYouMean(field, ['title', 'content'])}`);
  }
  const text = sent[field];
  if (typeof text !== 'string') return refuse(inside, `Expected a string; found ${describeSent(text)}.`);
  const length = countCodePoints(text);
  if (length < 1 || length > LONGEST_TEXT) {
    return refuse(inside, `Expected 1 to ${LONGEST_TEXT} characters; found ${length}.`);
  }
  return { kind: 'match', field, text };
}
