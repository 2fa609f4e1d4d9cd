import { compareText } from '../../domain/document/code-points.js';
import {
  type Change,
  type Document,
  type DocumentWithVectors,
  fieldKind,
  type Metadata,
} from '../../domain/document/document.js';
import { formatTimestamp, parseTimestamp } from '../../domain/document/timestamp.js';
import type { Facet, FacetResult } from '../../domain/facet/facet.js';
import { startOf } from '../../domain/filter/date-math.js';
import type { Clause, FieldValue, Filter, SortKey, SortValue } from '../../domain/filter/filter.js';
import { analyze } from '../../text/analysis/analyze.js';
import type { Findings, QueryPlan, Window } from '../engine.js';

/** A document with the vectors of its passages, by one encoder or by several. */
export type StoredDocument = DocumentWithVectors;

/**
 * The engine's meaning in its plainest form: every document is looked at, one after the other, with no index at all.
 * Too slow for anything but tests, where every engine must agree with it. It knows nothing of ranking: which documents a
 * text query finds is given to it.
 */
export class ReferenceEngine {
  readonly #stored = new Map<string, StoredDocument>();

  get stored(): ReadonlyMap<string, StoredDocument> {
    return this.#stored;
  }

  apply(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.kind === 'put') this.#stored.set(change.document.id, change);
      else this.#stored.delete(change.id);
    }
  }

  /** `found` are the ids that the plan's text query finds; null without one. */
  find(plan: Omit<QueryPlan, 'text' | 'timeLimit'>, found: ReadonlySet<string> | null = null): Findings {
    const inScope = this.inScope(plan.scope).map(({ document }) => document);
    const matches = inScope.filter(
      (document) => found?.has(document.id) !== false && (plan.filter === null || passes(document, plan.filter)),
    );
    const sorted = matches.sort((a, b) => compareDocuments(a, b, plan.sort));
    return {
      total: matches.length,
      hits: windowOf(sorted, plan.window).map((document) => ({
        id: document.id,
        sortValues: plan.sort.map((key) => shownValue(document, key)),
        score: null,
        passage: null,
      })),
      facets: plan.facets.map((facet) => countFacet(facet, matches)),
      matched: null,
      relaxedPhrases: [],
    };
  }

  inScope(scope: readonly Clause[]): StoredDocument[] {
    return [...this.#stored.values()].filter(({ document }) => scope.every((clause) => satisfies(document, clause)));
  }
}

function windowOf(sorted: readonly Document[], window: Window): Document[] {
  if ('offset' in window) return sorted.slice(window.offset, window.offset + window.limit);
  const { after } = window;
  const start = after === null ? 0 : sorted.findIndex(({ id }) => id === after.id) + 1;
  return sorted.slice(start, start + window.limit);
}

/** The values of a field, dates of document fields as milliseconds. */
function valuesOf(document: Document, field: string): FieldValue[] {
  const direct: Record<string, FieldValue | null> = {
    id: document.id,
    title: document.title,
    tenant_id: document.tenantId,
    language: document.language,
    source_uri: document.sourceUri,
    created_at: document.createdAt,
    updated_at: document.updatedAt,
  };
  if (Object.hasOwn(direct, field)) return direct[field] === null ? [] : [direct[field]];
  return metadataValues(document.metadata, field.split('.').slice(1));
}

function metadataValues(metadata: Metadata | null, path: string[]): FieldValue[] {
  let value: unknown = metadata;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key)) return [];
    value = (value as Metadata)[key];
  }
  if (Array.isArray(value)) return [...new Set<FieldValue>(value)];
  return typeof value === 'object' || value === undefined ? [] : [value as FieldValue];
}

function datesOf(document: Document, field: string): number[] {
  if (fieldKind(field) === 'date') return valuesOf(document, field) as number[];
  return valuesOf(document, field).flatMap((value) =>
    typeof value === 'string' ? (parseTimestamp(value)?.time ?? []) : [],
  );
}

function passes(document: Document, filter: Filter): boolean {
  return (
    filter.must.every((clause) => satisfies(document, clause)) &&
    !filter.mustNot.some((clause) => satisfies(document, clause)) &&
    filter.should.filter((clause) => satisfies(document, clause)).length >= filter.minimumShouldMatch
  );
}

function satisfies(document: Document, clause: Clause): boolean {
  switch (clause.kind) {
    case 'bool':
      return passes(document, clause.filter);
    case 'ids':
      return clause.values.includes(document.id);
    case 'terms':
      return valuesOf(document, clause.field).some((value) => clause.values.includes(value));
    case 'exists':
      return hasAny(document, clause.field);
    case 'prefix':
      return textsOf(document, clause.field).some((text) => text.startsWith(clause.value));
    case 'wildcard':
      return textsOf(document, clause.field).some((text) => wildcardPattern(clause.pattern).test(text));
    case 'match':
      return matchesWords(document, clause);
    case 'range':
      return inRange(document, clause);
  }
}

function hasAny(document: Document, field: string): boolean {
  if (valuesOf(document, field).length > 0) return true;
  if (fieldKind(field) !== 'metadata') return false;
  return leafPaths(document.metadata, 'metadata.').some(
    (path) => path.startsWith(`${field}.`) && valuesOf(document, path).length > 0,
  );
}

function leafPaths(metadata: Metadata | null, prefix: string): string[] {
  return Object.entries(metadata ?? {}).flatMap(([key, value]) =>
    typeof value === 'object' && !Array.isArray(value) ? leafPaths(value, `${prefix}${key}.`) : [prefix + key],
  );
}

function textsOf(document: Document, field: string): string[] {
  return valuesOf(document, field).filter((value) => typeof value === 'string');
}

function wildcardPattern(pattern: string): RegExp {
  const source = pattern.replace(/\\(.)|([*?])|([^*?\\]|\\$)/gsu, (_, escaped, wildcard, literal) => {
    if (wildcard !== undefined) return wildcard === '*' ? '.*' : '.';
    return (escaped ?? literal).replace(/[$()*+.?[\\\]^{|}/]/gu, '\\$&');
  });
  return new RegExp(`^${source}$`, 'su');
}

function matchesWords(document: Document, clause: Extract<Clause, { kind: 'match' }>): boolean {
  const text = clause.field === 'title' ? document.title : document.content;
  const stemsOf = (words: string) => analyze(words, document.language).map(({ stem }) => stem);
  const stems = new Set(stemsOf(text ?? ''));
  const wanted = stemsOf(clause.text);
  return wanted.length > 0 && wanted.every((stem) => stems.has(stem));
}

function inRange(document: Document, { field, bounds }: Extract<Clause, { kind: 'range' }>): boolean {
  if (bounds.kind === 'date') return datesOf(document, field).some((time) => time >= bounds.from && time <= bounds.to);
  const type = bounds.kind;
  return valuesOf(document, field).some(
    (value) =>
      typeof value === type &&
      (bounds.gt === undefined || compare(value, bounds.gt) > 0) &&
      (bounds.gte === undefined || compare(value, bounds.gte) >= 0) &&
      (bounds.lt === undefined || compare(value, bounds.lt) < 0) &&
      (bounds.lte === undefined || compare(value, bounds.lte) <= 0),
  );
}

function compare(a: FieldValue, b: FieldValue): number {
  const rank = (value: FieldValue) => ['number', 'string', 'boolean'].indexOf(typeof value);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  return typeof a === 'string' ? compareText(a, b as string) : Number(a) - Number(b);
}

function sortValue(document: Document, key: SortKey): FieldValue | null {
  const values = valuesOf(document, key.field).sort(compare);
  if (values.length === 0) return null;
  return key.order === 'asc' ? values[0] : values[values.length - 1];
}

function shownValue(document: Document, key: SortKey): SortValue {
  const value = sortValue(document, key);
  return fieldKind(key.field) === 'date' && typeof value === 'number' ? formatTimestamp(value) : value;
}

function compareDocuments(a: Document, b: Document, sort: readonly SortKey[]): number {
  for (const key of sort) {
    const x = sortValue(a, key);
    const y = sortValue(b, key);
    if (x === null && y === null) continue;
    if (x === null || y === null) return (x === null) === (key.missing === '_last') ? 1 : -1;
    const order = compare(x, y) * (key.order === 'asc' ? 1 : -1);
    if (order !== 0) return order;
  }
  return compareText(a.id, b.id);
}

function countFacet(facet: Facet, matches: readonly Document[]): FacetResult {
  const values = (document: Document): FieldValue[] => {
    if (facet.type === 'terms') {
      return fieldKind(facet.field) === 'date'
        ? datesOf(document, facet.field).map(formatTimestamp)
        : valuesOf(document, facet.field);
    }
    const dates = facet.type === 'date_histogram' || (facet.type === 'range' && facet.kind === 'date');
    if (dates || (facet.type === 'stats' && fieldKind(facet.field) === 'date')) return datesOf(document, facet.field);
    return valuesOf(document, facet.field).filter((value) => typeof value === 'number');
  };
  const missingCount = matches.filter((document) => values(document).length === 0).length;
  const countOf = (test: (value: FieldValue) => boolean) => matches.filter((d) => values(d).some(test)).length;
  switch (facet.type) {
    case 'terms': {
      const distinct = [...new Set(matches.flatMap(values))].filter(
        (value) => facet.prefix === null || String(value).startsWith(facet.prefix),
      );
      const all = distinct.map((value) => ({ value, count: countOf((other) => other === value) }));
      const direction = facet.order === 'asc' ? 1 : -1;
      const listed = all
        .filter(({ count }) => count >= facet.minCount)
        .sort((a, b) =>
          facet.orderBy === 'value'
            ? direction * compare(a.value, b.value)
            : direction * (a.count - b.count) || compare(a.value, b.value),
        )
        .slice(0, facet.size);
      const sum = (list: { count: number }[]) => list.reduce((total, { count }) => total + count, 0);
      return { type: 'terms', values: listed, otherCount: sum(all) - sum(listed), missingCount };
    }
    case 'range':
      return {
        type: 'range',
        values: facet.ranges.map(({ key, from, to, sent }) => ({
          key,
          ...sent,
          count: countOf((value) => Number(value) >= (from ?? -Infinity) && Number(value) < (to ?? Infinity)),
        })),
        missingCount,
      };
    case 'histogram':
    case 'date_histogram': {
      const bucket = (value: FieldValue) =>
        facet.type === 'histogram'
          ? Math.floor(Number(value) / facet.interval) * facet.interval
          : startOf(facet.interval, Number(value));
      const starts = [...new Set(matches.flatMap(values).map(bucket))].sort((a, b) => a - b);
      return {
        type: facet.type,
        values: starts.map((start) => ({
          value: facet.type === 'histogram' ? start : formatTimestamp(start),
          count: countOf((value) => bucket(value) === start),
        })),
        missingCount,
      };
    }
    case 'stats': {
      const numbers = matches.flatMap(values).map(Number);
      const sum = numbers.reduce((total, value) => total + value, 0);
      const isDate = fieldKind(facet.field) === 'date';
      const show = (value: number) => (isDate ? formatTimestamp(value) : value);
      const some = numbers.length > 0;
      return {
        type: 'stats',
        count: numbers.length,
        min: some ? show(Math.min(...numbers)) : null,
        max: some ? show(Math.max(...numbers)) : null,
        avg: some ? show(sum / numbers.length) : null,
        sum: isDate ? null : sum,
        missingCount,
      };
    }
  }
}
