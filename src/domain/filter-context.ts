import { type FieldKind, fieldKind } from './field.js';
import { unknownFieldMessage } from './field-hint.js';
import type { Problems } from './problem.js';
import { describeSent, isObject, keyPath } from './sent-value.js';

/** Where in the filter a parser is, and what it needs to know there. */
export interface ClauseContext {
  /** `filter.must[2].range` */
  path: string;
  problems: Problems;
  /** What `now` means in date math: one instant for the whole request. */
  now: number;
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

/** An array of 1 to `most` entries, each read by `read`; null if it or any of its entries is refused. */
export function readList<T>(
  sent: unknown,
  context: ClauseContext,
  { most, read }: { most: number; read: (entry: unknown, context: ClauseContext) => T | null },
): T[] | null {
  if (!Array.isArray(sent)) return refuse(context, `Expected an array of values; found ${describeSent(sent)}.`);
  if (sent.length < 1 || sent.length > most) {
    return refuse(context, `Expected 1 to ${most} values; found ${sent.length}.`);
  }
  const values = sent.map((entry, index) => read(entry, item(context, index)));
  return values.every((value) => value !== null) ? values : null;
}
