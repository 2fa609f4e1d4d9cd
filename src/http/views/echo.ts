import { isObject, type SentObject } from '../../domain/errors/problem.js';
import type { Facet, RangeFacet } from '../../domain/facet/facet.js';
import type { SortKey } from '../../domain/filter/filter.js';

export interface FilterEcho {
  must: unknown[];
  must_not: unknown[];
  should: unknown[];
  minimum_should_match: unknown;
}

/** A filter as it was sent, with all four keys at every level. Only for filters that were parsed without problems. */
export function echoFilter(sent: unknown): FilterEcho {
  const filter: SentObject = isObject(sent) ? sent : {};
  return {
    must: echoClauses(filter.must),
    must_not: echoClauses(filter.must_not),
    should: echoClauses(filter.should),
    minimum_should_match: filter.minimum_should_match ?? null,
  };
}

function echoClauses(sent: unknown): unknown[] {
  return Array.isArray(sent) ? sent.map(echoClause) : [];
}

function echoClause(sent: unknown): unknown {
  const nested = isObject(sent) && Object.hasOwn(sent, 'bool');
  return nested ? { bool: echoFilter(sent.bool) } : structuredClone(sent);
}

export type FacetEcho = Record<string, unknown>;

/** The advanced facets of a request with their defaults filled in, or null when none were asked for. */
export function echoAdvancedFacets(
  sent: { facet: unknown; facet_advanced: unknown },
  facets: readonly Facet[],
): FacetEcho[] | null {
  if (sent.facet_advanced === undefined) return null;
  const basic = Array.isArray(sent.facet) ? sent.facet.length : 0;
  return facets.slice(basic).map(echoFacet);
}

function echoFacet(facet: Facet): FacetEcho {
  return { field: facet.field, name: facet.name, type: facet.type, ...echoSettings(facet) };
}

function echoSettings(facet: Facet): FacetEcho {
  switch (facet.type) {
    case 'terms':
      return {
        size: facet.size,
        order_by: facet.orderBy,
        order: facet.order,
        min_count: facet.minCount,
        ...(facet.prefix === null ? {} : { prefix: facet.prefix }),
        exclude_own_filter: facet.excludeOwnFilter,
      };
    case 'range':
      return { ranges: facet.ranges.map(echoRange) };
    case 'stats':
      return {};
    default:
      return { interval: facet.interval };
  }
}

function echoRange({ key, sent: { from, to } }: RangeFacet['ranges'][number]): FacetEcho {
  return { key, ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) };
}

export type SortEcho = Record<string, { order: SortKey['order']; missing?: SortKey['missing'] }>;

/** A sort in its long form. `missing` is included only if it was sent. `keys` are those parsed from `sent`. */
export function echoSort(sent: readonly unknown[], keys: readonly SortKey[]): SortEcho[] {
  return keys.map(({ field, order, missing }, index) => {
    const said = sent[index];
    const settings = isObject(said) ? said[field] : null;
    const echoed = isObject(settings) && Object.hasOwn(settings, 'missing') ? { order, missing } : { order };
    return { [field]: echoed };
  });
}

/** The order that was used, in its long form. */
export function sortEcho(
  sort: { keys: readonly SortKey[]; echo: SortEcho[] } | undefined,
  defaultField: 'created_at' | '_score',
): SortEcho[] {
  return sort === undefined || sort.keys.length === 0 ? [{ [defaultField]: { order: 'desc' } }] : sort.echo;
}
