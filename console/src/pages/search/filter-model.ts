import type { Filter, FilterClause, RangeBounds } from '@sextant/client';
import { labelOf } from '../../shared/field-names.js';
import { formatCount, formatDate, formatNumber } from '../../shared/format.js';

export type FilterValue = string | number | boolean;

/** Where clicks put values: those that hits must have one of, and those that they must not have. */
export type FilterPart = 'must' | 'must_not';

/** A part of the filter that can be taken away. */
export interface Chip {
  key: string;
  label: string;
  /** It says more than clicks can: it is shown, kept and sent as it was written. */
  isCustom: boolean;
  /** What remains of the filter without it. */
  without: Filter;
}

/** The parts of a filter. Whatever its author wrote: a filter comes from the address or the editor, so nothing is sure of it. */
export function chipsOf(filter: Filter): Chip[] {
  return [
    ...listOf(filter.must).flatMap((clause, index) => clauseChips(filter, 'must', clause, index)),
    ...listOf(filter.must_not).flatMap((clause, index) => clauseChips(filter, 'must_not', clause, index)),
    ...restChip(filter),
  ];
}

/** The values of a field that were chosen, or excluded. */
export function chosenValues(filter: Filter, field: string, part: FilterPart): readonly FilterValue[] {
  return listOf(filter[part]).flatMap((clause) => {
    const read = readValues(clause);
    return read?.field === field ? read.values : [];
  });
}

/** Chooses or excludes a value, beside others of its field, or takes that back. A value that was excluded is chosen instead, and vice versa. */
export function toggleValue(filter: Filter, field: string, value: FilterValue, part: FilterPart): Filter {
  const isSet = chosenValues(filter, field, part).includes(value);
  const cleared = withoutValue(withoutValue(filter, field, value, 'must'), field, value, 'must_not');
  return isSet ? cleared : setValues(cleared, field, [...chosenValues(cleared, field, part), value], part);
}

function withoutValue(filter: Filter, field: string, value: FilterValue, part: FilterPart): Filter {
  const chosen = chosenValues(filter, field, part);
  if (!chosen.includes(value)) return filter;
  return setValues(
    filter,
    field,
    chosen.filter((other) => other !== value),
    part,
  );
}

function setValues(filter: Filter, field: string, values: readonly FilterValue[], part: FilterPart): Filter {
  return replaceClause(filter, part, (clause) => readValues(clause)?.field === field, clauseOf(field, values));
}

export function chosenRange(filter: Filter, field: string): RangeBounds | null {
  for (const clause of listOf(filter.must)) {
    const read = readRange(clause);
    if (read?.field === field) return read.bounds;
  }
  return null;
}

/** Null stands for no bounds at all, and so do bounds without a value. */
export function setRange(filter: Filter, field: string, bounds: RangeBounds | null): Filter {
  const given = Object.fromEntries(Object.entries(bounds ?? {}).filter(([, bound]) => bound !== undefined));
  const clause = Object.keys(given).length === 0 ? null : { range: { [field]: given } };
  return replaceClause(filter, 'must', (other) => readRange(other)?.field === field, clause);
}

/** Puts a clause where those that it replaces were, so that chips don't jump about. */
function replaceClause(
  filter: Filter,
  part: FilterPart,
  isReplaced: (clause: FilterClause) => boolean,
  clause: FilterClause | null,
): Filter {
  const clauses = listOf(filter[part]);
  const place = clauses.findIndex(isReplaced);
  const others = clauses.filter((other) => !isReplaced(other));
  if (clause !== null) others.splice(place === -1 ? others.length : place, 0, clause);
  return tidy({ ...filter, [part]: others });
}

/** An empty list says the same as none. */
function tidy(filter: Filter): Filter {
  return Object.fromEntries(
    Object.entries(filter).filter(([, part]) => part !== undefined && !(Array.isArray(part) && part.length === 0)),
  );
}

function clauseOf(field: string, values: readonly FilterValue[]): FilterClause | null {
  if (values.length === 0) return null;
  return values.length === 1 ? { term: { [field]: values[0]! } } : { terms: { [field]: [...values] } };
}

function clauseChips(filter: Filter, part: FilterPart, clause: FilterClause, index: number): Chip[] {
  const replacedBy = (next: FilterClause | null): Filter =>
    tidy({ ...filter, [part]: listOf(filter[part]).flatMap((other, at) => (at === index ? (next ?? []) : other)) });
  const negation = part === 'must_not' ? 'not ' : '';
  const read = readValues(clause);
  if (read !== null) {
    const { field, values } = read;
    return values.map((value) => ({
      key: `${part}${index}${value}`,
      label: `${labelOf(field)}: ${negation}${value}`,
      isCustom: false,
      without: replacedBy(
        clauseOf(
          field,
          values.filter((other) => other !== value),
        ),
      ),
    }));
  }
  const ids = readIds(clause);
  if (ids !== null) {
    const label = `${negation}${formatCount(ids.length, 'chosen document')}`;
    return [{ key: `${part}${index}`, label, isCustom: false, without: replacedBy(null) }];
  }
  const range = readRange(clause);
  const label = range === null ? customLabel(clause) : `${labelOf(range.field)}: ${boundsLabel(range.bounds)}`;
  return [
    { key: `${part}${index}`, label: `${negation}${label}`, isCustom: range === null, without: replacedBy(null) },
  ];
}

/** `should` is one condition, and what is no part of a filter at all is refused by the service, with a reason. */
function restChip(filter: Filter): Chip[] {
  const { must, must_not, ...rest } = filter;
  if (Object.keys(tidy(rest)).length === 0 || (listOf(rest.should).length === 0 && isOnlyMinimum(rest))) return [];
  return [{ key: 'rest', label: customLabel(rest), isCustom: true, without: tidy({ must, must_not }) }];
}

function isOnlyMinimum(rest: Filter): boolean {
  return Object.keys(tidy(rest)).every((name) => name === 'minimum_should_match') && rest.minimum_should_match === null;
}

const LONGEST_LABEL = 60;

function customLabel(part: unknown): string {
  const json = JSON.stringify(part) ?? '';
  return json.length <= LONGEST_LABEL ? json : `${json.slice(0, LONGEST_LABEL)}…`;
}

function boundsLabel({ gt, gte, lt, lte }: RangeBounds): string {
  return [
    gte !== undefined && `from ${boundLabel(gte)}`,
    gt !== undefined && `above ${boundLabel(gt)}`,
    lt !== undefined && `below ${boundLabel(lt)}`,
    lte !== undefined && `up to ${boundLabel(lte)}`,
  ]
    .filter(Boolean)
    .join(', ')
    .replace(/^from (.*), below/, '$1 to before');
}

function boundLabel(bound: string | number): string {
  if (typeof bound === 'number') return formatPlainNumber(bound);
  return /^\d{4}-\d\d-\d\d(T|$)/.test(bound) && !Number.isNaN(Date.parse(bound)) ? formatDate(bound) : bound;
}

/** Years are numbers too, and nobody writes them as 2,024. */
export function formatPlainNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 10_000 ? String(value) : formatNumber(value);
}

/** The field and values of a `term` or `terms` clause with one field. */
function readValues(clause: FilterClause): { field: string; values: FilterValue[] } | null {
  const single = onlyEntry(clause, 'term');
  if (single !== null) return isValue(single[1]) ? { field: single[0], values: [single[1]] } : null;
  const several = onlyEntry(clause, 'terms');
  if (several === null || !Array.isArray(several[1]) || several[1].length === 0) return null;
  return several[1].every(isValue) ? { field: several[0], values: several[1] } : null;
}

function readRange(clause: FilterClause): { field: string; bounds: RangeBounds } | null {
  const entry = onlyEntry(clause, 'range');
  if (entry === null || typeof entry[1] !== 'object' || entry[1] === null) return null;
  const isBound = ([name, bound]: [string, unknown]) =>
    ['gt', 'gte', 'lt', 'lte'].includes(name) && (typeof bound === 'string' || typeof bound === 'number');
  const bounds = Object.entries(entry[1]);
  return bounds.length > 0 && bounds.every(isBound) ? { field: entry[0], bounds: entry[1] as RangeBounds } : null;
}

/** Documents that were chosen one by one, on the map for example. */
function readIds(clause: FilterClause): unknown[] | null {
  const entry = onlyEntry(clause, 'ids');
  return entry !== null && entry[0] === 'values' && Array.isArray(entry[1]) ? entry[1] : null;
}

/** Of `{kind: {field: …}}`, if that is all there is. */
function onlyEntry(clause: FilterClause, kind: string): [string, unknown] | null {
  if (typeof clause !== 'object' || clause === null) return null;
  const [[name, inner] = ['', null], ...others] = Object.entries(clause);
  if (name !== kind || others.length > 0 || typeof inner !== 'object' || inner === null) return null;
  const entries = Object.entries(inner);
  return entries.length === 1 ? entries[0]! : null;
}

function isValue(value: unknown): value is FilterValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function listOf(part: FilterClause[] | undefined): readonly FilterClause[] | FilterClause[] {
  return Array.isArray(part) ? part : [];
}
