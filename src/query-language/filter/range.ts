import { describeSent, didYouMean, isFiniteNumber, isObject } from '../../domain/errors/problem.js';
import { DATE_HINT, dateMathHint, isDateMath, resolveDate } from '../../domain/filter/date-math.js';
import type { Clause, RangeBounds } from '../../domain/filter/filter.js';
import { type ClauseContext, type FieldClause, readFieldClause, refuse } from './clauses.js';

const OPERATORS = ['gt', 'gte', 'lt', 'lte'] as const;
type Operator = (typeof OPERATORS)[number];

/** Names of these operators in other query languages. */
const OTHER_NAMES: Record<string, Operator> = {
  from: 'gte',
  min: 'gte',
  after: 'gt',
  '>': 'gt',
  '>=': 'gte',
  to: 'lt',
  max: 'lte',
  before: 'lt',
  '<': 'lt',
  '<=': 'lte',
};

/** The bounds of a range as sent, each a finite number or a string. */
type Sent<T> = [Operator, T][];

export function parseRange(sent: unknown, context: ClauseContext): Clause | null {
  const clause = readFieldClause(sent, context);
  const bounds = clause === null ? null : readBounds(clause);
  return clause === null || bounds === null ? null : { kind: 'range', field: clause.field, bounds };
}

function readBounds(clause: FieldClause): RangeBounds | null {
  const sent = readOperators(clause.value, clause.context);
  if (sent === null) return null;
  const numbers = sent.filter((bound): bound is [Operator, number] => typeof bound[1] === 'number');
  const strings = sent.filter((bound): bound is [Operator, string] => typeof bound[1] === 'string');
  if (clause.kind === 'date') return readDates(sent, clause);
  if (strings.length === 0 && clause.kind === 'metadata') return { kind: 'number', ...Object.fromEntries(numbers) };
  if (numbers.length > 0) return refuseNumbers(clause);
  return clause.kind === 'metadata' ? readStringsOrDates(strings, clause) : stringBounds(strings);
}

function refuseNumbers({ field, kind, context }: FieldClause): null {
  if (kind !== 'metadata')
    return refuse(context, `${field} contains strings; its bounds must be strings, not numbers.`);
  return refuse(context, 'The bounds of a range must have the same type; found strings among numbers.');
}

function readOperators(sent: unknown, context: ClauseContext): Sent<string | number> | null {
  const keys = isObject(sent) ? Object.keys(sent) : [];
  if (!isObject(sent) || keys.length === 0) {
    return refuse(context, `Expected an object with gt, gte, lt or lte; found ${describeSent(sent)}.`);
  }
  const bounds: Sent<string | number> = [];
  for (const key of keys) {
    if (context.problems.full) break;
    const bound = readBound(key, sent[key], context);
    if (bound !== null) bounds.push(bound);
  }
  return bounds.length === keys.length ? bounds : null;
}

function readBound(key: string, sent: unknown, context: ClauseContext): [Operator, string | number] | null {
  const operator = OPERATORS.find((name) => name === key);
  if (operator === undefined) {
    const guess = Object.hasOwn(OTHER_NAMES, key) ? ` Did you mean "${OTHER_NAMES[key]}"?` : didYouMean(key, OPERATORS);
    return refuse(context, `${describeSent(key)} is not an operator.${guess} The operators are gt, gte, lt and lte.`);
  }
  if (typeof sent === 'string' || isFiniteNumber(sent)) return [operator, sent];
  return refuse(context, `"${operator}" takes a date, a number or a string; found ${describeSent(sent)}.`);
}

/** Metadata has no declared types: strings that all read as dates are compared as dates. */
function readStringsOrDates(sent: Sent<string>, clause: FieldClause): RangeBounds | null {
  // What is meant as date math is a date, so that a mistake in it is told.
  const dates = sent.filter(([, text]) => isDateMath(text) || resolveDate(text, clause.context.now, 'down') !== null);
  if (dates.length === 0) return stringBounds(sent);
  if (dates.length === sent.length) return readDates(sent, clause);
  return refuse(clause.context, 'The bounds of a range must have the same type; found dates among other strings.');
}

function stringBounds(sent: Sent<string>): RangeBounds {
  return { kind: 'string', ...Object.fromEntries(sent) };
}

function readDates(sent: Sent<string | number>, { field, context }: FieldClause): RangeBounds | null {
  const bounds = { kind: 'date' as const, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  let understood = true;
  for (const [operator, text] of sent) {
    const edge = typeof text === 'string' ? dateEdge(operator, text, context.now) : null;
    if (edge === null) {
      const hint = dateMathHint(text);
      refuse(context, `"${operator}" of ${field} takes ${DATE_HINT}; found ${describeSent(text)}.${hint}`);
      understood = false;
    } else if (operator.startsWith('g')) bounds.from = Math.max(bounds.from, edge);
    else bounds.to = Math.min(bounds.to, edge);
  }
  return understood ? bounds : null;
}

/** The first or last millisecond within a bound: `gt` begins after the rounded unit, `lt` ends before it. */
function dateEdge(operator: Operator, text: string, now: number): number | null {
  const rounded = resolveDate(text, now, operator === 'gt' || operator === 'lte' ? 'up' : 'down');
  if (rounded === null) return null;
  return operator === 'gt' ? rounded + 1 : operator === 'lt' ? rounded - 1 : rounded;
}
