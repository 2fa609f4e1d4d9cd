import { Type } from 'typebox';
import type { SentFacets } from '../../query-language/facet/parse-facets.js';

/** What is inside the lists is read by the facet parser, both lists together. */
export const facet = Type.Unsafe<string[]>({
  type: 'array',
  items: {},
  description: 'Fields to count the ten commonest values of: document fields and metadata.<path>.',
  examples: [['language', 'metadata.topic']],
});

export const facetAdvanced = Type.Unsafe<object[]>({
  type: 'array',
  items: {},
  description:
    'Objects with field and, optionally, name and type: terms (size, order_by, order, min_count, prefix, ' +
    'exclude_own_filter), range (ranges), histogram (interval), date_histogram (interval) or stats.',
  examples: [[{ field: 'created_at', type: 'date_histogram', interval: 'month' }]],
});

/** The lists as the parser takes them. What is no list has been reported already. */
export function sentFacets(body: { facet?: unknown; facet_advanced?: unknown }): SentFacets {
  return {
    facet: Array.isArray(body.facet) ? body.facet : undefined,
    facet_advanced: Array.isArray(body.facet_advanced) ? body.facet_advanced : undefined,
  };
}
