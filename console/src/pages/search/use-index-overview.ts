import type { FacetResult } from '@sextant/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.js';
import { type FacetField, facetFieldsOf, TENANT_FACET } from './facet-fields.js';

/** A value, and how many documents have it. */
export interface Counted {
  value: string;
  count: number;
}

/** What there is to search in, as far as the key may see it. */
export interface IndexOverview {
  total: number;
  /** The commonest first. */
  languages: readonly Counted[];
  tenants: readonly string[];
  facetFields: readonly FacetField[];
  /** Fields to sort by, beside those that every document has. */
  sortFields: readonly string[];
}

export function useIndexOverview() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['search', 'overview'],
    queryFn: async ({ signal }): Promise<IndexOverview> => {
      const [schema, { facet_result: facets }] = await Promise.all([
        client.documents.metadataSchema({ signal }),
        client.documents.filter(
          {
            filter: {},
            limit: 1,
            facet_advanced: [{ field: 'language', size: 50 }, TENANT_FACET, { field: 'created_at', type: 'stats' }],
          },
          { signal },
        ),
      ]);
      const isSortable = (types: readonly string[]) => types.includes('number') || types.includes('date');
      return {
        total: schema.total_number_of_documents,
        languages: countedOf(facets?.language),
        tenants: countedOf(facets?.tenant_id).map(({ value }) => value),
        facetFields: facetFieldsOf(schema.data, boundsOf(facets?.created_at)),
        sortFields: schema.data
          .filter(({ types, sortable, distinct_count: distinct }) => sortable && distinct > 1 && isSortable(types))
          .map(({ field }) => field),
      };
    },
  });
}

function countedOf(facet: FacetResult | undefined): Counted[] {
  return facet?.type === 'terms' ? facet.values.map(({ value, count }) => ({ value: String(value), count })) : [];
}

function boundsOf(facet: FacetResult | undefined): { min: string; max: string } | null {
  if (facet?.type !== 'stats' || typeof facet.min !== 'string' || typeof facet.max !== 'string') return null;
  return { min: facet.min, max: facet.max };
}
