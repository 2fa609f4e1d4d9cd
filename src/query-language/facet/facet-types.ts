import type { FieldKind } from '../../domain/document/document.js';
import { describeSent, didYouMean, isFiniteNumber, isObject, type SentObject } from '../../domain/errors/problem.js';
import { DATE_INTERVALS, type Facet, type RangeFacet } from '../../domain/facet/facet.js';
import { DATE_HINT, dateMathHint, resolveDate } from '../../domain/filter/date-math.js';
import { below, type FacetContext, refuse, type Settings } from './settings.js';

export const FACET_TYPES = ['terms', 'range', 'histogram', 'date_histogram', 'stats'] as const;
export type FacetType = (typeof FACET_TYPES)[number];

/** The settings each type takes besides field, name and type. */
export const TYPE_SETTINGS: Record<FacetType, readonly string[]> = {
  terms: ['size', 'order_by', 'order', 'min_count', 'prefix', 'exclude_own_filter'],
  range: ['ranges'],
  histogram: ['interval'],
  date_histogram: ['interval'],
  stats: [],
};

/** What the parser of one type gets: the facet's name, its field and the kind of the field. */
interface FacetSubject {
  name: string;
  field: string;
  kind: FieldKind;
}

type FacetReader = (subject: FacetSubject, settings: Settings) => Facet | null;

export const FACET_READERS: Record<FacetType, FacetReader> = {
  terms: readTerms,
  range: readRangeFacet,
  histogram: readHistogram,
  date_histogram: readDateHistogram,
  stats: readStats,
};

export function defaultTermsFacet(field: string): Facet {
  const order = { orderBy: 'count', order: 'desc' } as const;
  return { type: 'terms', name: field, field, size: 10, ...order, minCount: 1, prefix: null, excludeOwnFilter: false };
}

function readTerms({ name, field, kind }: FacetSubject, settings: Settings): Facet | null {
  const size = settings.integer('size', { least: 1, most: 1000, otherwise: 10 });
  const minCount = settings.integer('min_count', { least: 1, most: Number.MAX_SAFE_INTEGER, otherwise: 1 });
  const orderBy = settings.choice('order_by', ['count', 'value'], 'count');
  const order = settings.choice('order', ['asc', 'desc'], orderBy === 'value' ? 'asc' : 'desc');
  const excludeOwnFilter = settings.flag('exclude_own_filter');
  const prefix = readPrefix(kind, settings);
  if (size === null || minCount === null || orderBy === null || order === null) return null;
  if (excludeOwnFilter === null || prefix === undefined) return null;
  return { type: 'terms', name, field, size, orderBy, order, minCount, prefix, excludeOwnFilter };
}

/** Undefined if the prefix is invalid; null means that there is none. */
function readPrefix(kind: FieldKind, settings: Settings): string | null | undefined {
  if (!settings.has('prefix')) return null;
  const prefix = settings.get('prefix');
  if (typeof prefix === 'string' && kind !== 'date') return prefix;
  const why =
    kind === 'date'
      ? 'prefix does not apply to dates. Use a date_histogram.'
      : `Expected a string; found ${describeSent(prefix)}.`;
  refuse(settings.at('prefix'), why);
  return undefined;
}

function readRangeFacet({ name, field, kind }: FacetSubject, settings: Settings): Facet | null {
  const ranges = isMeasured({ name, field, kind }, settings)
    ? readRanges(settings.get('ranges'), kind, settings.at('ranges'))
    : null;
  return ranges === null ? null : { type: 'range', name, field, ...ranges };
}

function readHistogram({ name, field, kind }: FacetSubject, settings: Settings): Facet | null {
  if (!isMeasured({ name, field, kind }, settings)) return null;
  if (kind === 'date') return refuse(settings.at('field'), `${field} contains dates. Use the type date_histogram.`);
  const interval = settings.get('interval');
  if (isFiniteNumber(interval) && interval > 0) return { type: 'histogram', name, field, interval };
  const hint = typeof interval === 'string' ? ' For dates, use the type date_histogram.' : '';
  return refuse(settings.at('interval'), `Expected a number greater than 0; found ${describeSent(interval)}.${hint}`);
}

function readDateHistogram({ name, field, kind }: FacetSubject, settings: Settings): Facet | null {
  if (!isMeasured({ name, field, kind }, settings)) return null;
  if (!settings.has('interval')) {
    return refuse(settings.at('interval'), `Expected one of ${DATE_INTERVALS.join(', ')}; found nothing.`);
  }
  const interval = settings.choice('interval', DATE_INTERVALS, 'day');
  return interval === null ? null : { type: 'date_histogram', name, field, interval };
}

function readStats(subject: FacetSubject, settings: Settings): Facet | null {
  const { name, field } = subject;
  return isMeasured(subject, settings) ? { type: 'stats', name, field } : null;
}

/** Only numbers and dates have ranges, histograms and statistics; id, title and the like are keywords. */
function isMeasured({ field, kind }: FacetSubject, settings: Settings): boolean {
  if (kind !== 'keyword') return true;
  refuse(
    settings.at('field'),
    `${field} contains neither numbers nor dates, so it supports only facets of type terms.`,
  );
  return false;
}

type Range = RangeFacet['ranges'][number];
type RangeKind = RangeFacet['kind'];

const MOST_RANGES = 100;
const RANGE_KEYS = ['key', 'from', 'to'];

/** Parses the ranges of a facet, all numbers or all dates; null if any is invalid. */
function readRanges(
  sent: unknown,
  field: FieldKind,
  context: FacetContext,
): Pick<RangeFacet, 'kind' | 'ranges'> | null {
  if (!Array.isArray(sent) || sent.length < 1 || sent.length > MOST_RANGES) {
    const found = Array.isArray(sent) ? `${sent.length}` : describeSent(sent);
    return refuse(
      context,
      `Expected an array of 1 to ${MOST_RANGES} ranges, such as {"from": 0, "to": 10}; found ${found}.`,
    );
  }
  const kind = field === 'date' ? 'date' : kindOf(sent);
  const ranges = sent.map((range, index) => readRange(range, kind, { ...context, path: `${context.path}[${index}]` }));
  return ranges.every((range) => range !== null) ? { kind, ranges } : null;
}

/** Metadata has no declared types: the first bound tells whether these are dates or numbers. */
function kindOf(ranges: readonly unknown[]): RangeKind {
  const bounds = ranges.flatMap((range) => (isObject(range) ? [range.from, range.to] : []));
  const first = bounds.find((bound) => typeof bound === 'string' || typeof bound === 'number');
  return typeof first === 'string' ? 'date' : 'number';
}

function readRange(sent: unknown, kind: RangeKind, context: FacetContext): Range | null {
  if (!isObject(sent)) return refuse(context, `Expected an object with from, to or both; found ${describeSent(sent)}.`);
  const known = refuseUnknownKeys(sent, context);
  const from = readBound('from', { sent, kind }, context);
  const to = readBound('to', { sent, kind }, context);
  if (known === null || from === null || to === null) return null;
  if (from.value === null && to.value === null) return refuse(context, 'Expected from, to or both; found neither.');
  if (from.value !== null && to.value !== null && from.value >= to.value) {
    return refuse(below(context, 'from'), '"from" must be less than "to", which is exclusive.');
  }
  const key = readKey(sent, `${from.sent ?? '*'}-${to.sent ?? '*'}`, context);
  return key === null ? null : { key, from: from.value, to: to.value, sent: { from: from.sent, to: to.sent } };
}

function refuseUnknownKeys(sent: SentObject, context: FacetContext): true | null {
  const unknown = Object.keys(sent).find((key) => !RANGE_KEYS.includes(key));
  if (unknown === undefined) return true;
  return refuse(
    below(context, unknown),
    `Unknown key.${didYouMean(unknown, RANGE_KEYS)} The keys are ${RANGE_KEYS.join(', ')}.`,
  );
}

interface Bound {
  value: number | null;
  sent: number | string | null;
}

function readBound(
  key: 'from' | 'to',
  { sent, kind }: { sent: SentObject; kind: RangeKind },
  context: FacetContext,
): Bound | null {
  if (!Object.hasOwn(sent, key)) return { value: null, sent: null };
  const bound = sent[key];
  if (kind === 'number' && isFiniteNumber(bound)) return { value: bound, sent: bound };
  const time = kind === 'date' && typeof bound === 'string' ? resolveDate(bound, context.now, 'down') : null;
  if (time !== null && typeof bound === 'string') return { value: time, sent: bound };
  const expected = kind === 'date' ? DATE_HINT : 'a number (or dates in all ranges of the facet)';
  return refuse(below(context, key), `Expected ${expected}; found ${describeSent(bound)}.${dateMathHint(bound)}`);
}

function readKey(sent: SentObject, otherwise: string, context: FacetContext): string | null {
  const key = Object.hasOwn(sent, 'key') ? sent.key : otherwise;
  if (typeof key === 'string' && key.length >= 1) return key;
  return refuse(below(context, 'key'), `Expected a non-empty string; found ${describeSent(key)}.`);
}
