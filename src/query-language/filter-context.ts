import { type FieldKind, fieldKind } from '../domain/document/field.js';
import type { Problems } from '../domain/errors/problem.js';
import { describeSent, isObject, keyPath } from '../domain/errors/sent-value.js';
import { FILTER_LIMITS } from '../domain/filter/filter.js';
import { unknownFieldMessage } from './field-hint.js';

/** Where a filter, or a part of it, is in the request, and what must be known to read it. */
export interface FilterContext {
  /** `filter.must[2].range` */
  path: string;
  problems: Problems;
  /** What `now` means in date math: one instant for the whole request. */
  now: number;
}

export interface ClauseContext extends FilterContext {
  /** How many clauses were met so far, in all of the filter. */
  count: { clauses: number };
}

/** False, with the problem recorded once, when these many more make the filter too large to look into. */
export function countClauses(more: number, context: ClauseContext): boolean {
  const before = context.count.clauses;
  context.count.clauses += more;
  if (context.count.clauses <= FILTER_LIMITS.clauses) return true;
  if (before <= FILTER_LIMITS.clauses) {
    refuse(
      context,
      `A filter has at most ${FILTER_LIMITS.clauses} clauses, nested ones included; here it goes beyond.`,
    );
  }
  return false;
}

/** Records why the thing at `context.path` is refused. The null stands for the clause that there is not. */
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

/** The one field that a clause such as `{"term": {"language": "en"}}` is about, and what is said of it. */
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

export function readField(field: string, context: ClauseContext): FieldKind | null {
  return fieldKind(field) ?? refuse(context, unknownFieldMessage(field));
}

/**
 * An array of 1 to `most` entries, each read by `read`; null if it or any of its entries is refused. A place is
 * named only where something is wrong, since naming it costs more than reading the entry.
 */
export function readList<T>(
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
