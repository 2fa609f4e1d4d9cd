import type { Facet, RangeFacet } from '../domain/facet/facet.js';

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
