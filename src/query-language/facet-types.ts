import type { FieldKind } from '../domain/document/field.js';
import { describeSent, isFiniteNumber } from '../domain/errors/sent-value.js';
import { DATE_INTERVALS, type Facet } from '../domain/facet/facet.js';
import { refuse, type Settings } from './facet-context.js';
import { readRanges } from './facet-range.js';

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

/** What a reader of one type is told: the facet's name and field, and what kind of field that is. */
interface FacetSubject {
  name: string;
  field: string;
  kind: FieldKind;
}

type FacetReader = (subject: FacetSubject, settings: Settings) => Facet | null;

export const FACET_READERS: Record<FacetType, FacetReader> = {
  terms: readTerms,
  range: readRange,
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

/** Undefined where it was refused: null already says that there is none. */
function readPrefix(kind: FieldKind, settings: Settings): string | null | undefined {
  if (!settings.has('prefix')) return null;
  const prefix = settings.get('prefix');
  if (typeof prefix === 'string' && kind !== 'date') return prefix;
  const why =
    kind === 'date'
      ? 'Dates have no prefix; use a date_histogram.'
      : `Expected a string; found ${describeSent(prefix)}.`;
  refuse(settings.at('prefix'), why);
  return undefined;
}

function readRange({ name, field, kind }: FacetSubject, settings: Settings): Facet | null {
  const ranges = isMeasured({ name, field, kind }, settings)
    ? readRanges(settings.get('ranges'), kind, settings.at('ranges'))
    : null;
  return ranges === null ? null : { type: 'range', name, field, ...ranges };
}

function readHistogram({ name, field, kind }: FacetSubject, settings: Settings): Facet | null {
  if (!isMeasured({ name, field, kind }, settings)) return null;
  if (kind === 'date') return refuse(settings.at('field'), `${field} holds dates; use the type date_histogram.`);
  const interval = settings.get('interval');
  if (isFiniteNumber(interval) && interval > 0) return { type: 'histogram', name, field, interval };
  const hint = typeof interval === 'string' ? ' For dates, use the type date_histogram.' : '';
  return refuse(settings.at('interval'), `Expected a number above 0; found ${describeSent(interval)}.${hint}`);
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

/** Only numbers and dates can be measured; id, title and the like are words. */
function isMeasured({ field, kind }: FacetSubject, settings: Settings): boolean {
  if (kind !== 'keyword') return true;
  refuse(settings.at('field'), `${field} holds neither numbers nor dates; it can only have a facet of type terms.`);
  return false;
}
