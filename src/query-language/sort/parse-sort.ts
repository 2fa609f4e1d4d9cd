import { fieldKind } from '../../domain/document/document.js';
import {
  describeSent,
  didYouMean,
  isObject,
  keyPath,
  type Problems,
  type SentObject,
} from '../../domain/errors/problem.js';
import { MAX_SORT_KEYS, type SortKey } from '../../domain/filter/filter.js';
import { unknownFieldMessage } from '../unknown-field.js';

export interface SortContext {
  path: string;
  problems: Problems;
  /** Browse and filter do not score results, so they refuse `_score`. */
  score: 'allowed' | 'refused';
}

type SortSettings = Pick<SortKey, 'order' | 'missing'>;

const ORDERS = ['asc', 'desc'] as const;
const MISSING = ['_last', '_first'] as const;

/** Parses a sort as it was sent; problems are recorded with their paths. An empty list means the default order. */
export function parseSort(sent: unknown, context: SortContext): SortKey[] {
  if (!Array.isArray(sent)) {
    context.problems.add(context.path, 'parameter_type', `Expected an array of objects; found ${describeSent(sent)}.`);
    return [];
  }
  if (sent.length > MAX_SORT_KEYS) {
    const message = `Expected at most ${MAX_SORT_KEYS} sort keys; found ${sent.length}.`;
    context.problems.add(context.path, 'too_many_items', message);
    return [];
  }
  const keys = sent.map((entry, index) => parseKey(entry, { ...context, path: `${context.path}[${index}]` }));
  return keys.filter((key) => key !== null);
}

function parseKey(sent: unknown, context: SortContext): SortKey | null {
  const [field, ...others] = isObject(sent) ? Object.keys(sent) : [];
  if (!isObject(sent) || field === undefined || others.length > 0)
    return refuse(context, notOneField(sent, others.length));
  const inside = { ...context, path: keyPath(context.path, field) };
  if (field === '_score' && context.score === 'refused') {
    return refuse(inside, 'This endpoint does not score results, so it cannot sort by _score.');
  }
  if (field !== '_score' && fieldKind(field) === null) return refuse(inside, fieldMessage(field));
  const settings = readSettings(field, sent[field], inside);
  return settings === null ? null : { field, ...settings };
}

function notOneField(sent: unknown, others: number): string {
  if (typeof sent === 'string')
    return `Expected an object, such as {${describeSent(sent)}: {"order": "asc"}}; found a string.`;
  const found = others > 0 ? `${others + 1} fields. Make each a separate element` : describeSent(sent);
  return `Expected an object with exactly one field, such as {"created_at": {"order": "desc"}}; found ${found}.`;
}

function fieldMessage(field: string): string {
  if (field === 'content') return 'Results cannot be sorted by content, only by title.';
  return field === 'score' ? '"score" is not a field. Did you mean "_score"?' : unknownFieldMessage(field);
}

function readSettings(field: string, sent: unknown, context: SortContext): SortSettings | null {
  if (typeof sent === 'string') {
    const order = readChoice(sent, ORDERS, context);
    return order === null ? null : { order, missing: '_last' };
  }
  if (!isObject(sent)) {
    return refuse(
      context,
      `Expected "asc", "desc" or an object such as {"order": "asc"}; found ${describeSent(sent)}.`,
    );
  }
  refuseUnknownKeys(sent, context);
  const order = readOwn(sent, { key: 'order', otherwise: defaultOrder(field), choices: ORDERS }, context);
  const missing = readOwn(sent, { key: 'missing', otherwise: '_last' as const, choices: MISSING }, context);
  return order === null || missing === null ? null : { order, missing };
}

function refuseUnknownKeys(sent: SentObject, context: SortContext): void {
  for (const key of Object.keys(sent)) {
    if (context.problems.full) return;
    if (key === 'order' || key === 'missing') continue;
    const message = `Unknown key.${didYouMean(key, ['order', 'missing'])} The keys are order and missing.`;
    refuse({ ...context, path: keyPath(context.path, key) }, message);
  }
}

function readOwn<T extends string>(
  sent: SentObject,
  { key, otherwise, choices }: { key: string; otherwise: T; choices: readonly T[] },
  context: SortContext,
): T | null {
  if (!Object.hasOwn(sent, key)) return otherwise;
  return readChoice(sent[key], choices, { ...context, path: keyPath(context.path, key) });
}

function readChoice<T extends string>(sent: unknown, choices: readonly T[], context: SortContext): T | null {
  const choice = choices.find((name) => name === sent);
  if (choice !== undefined) return choice;
  const hint = typeof sent === 'string' ? didYouMean(sent, choices) : '';
  return refuse(context, `Expected "${choices.join('" or "')}"; found ${describeSent(sent)}.${hint}`);
}

function refuse(context: SortContext, message: string): null {
  context.problems.add(context.path, 'sort_invalid', message);
  return null;
}

/** Scores sort descending by default, everything else ascending. */
function defaultOrder(field: string): SortKey['order'] {
  return field === '_score' ? 'desc' : 'asc';
}
