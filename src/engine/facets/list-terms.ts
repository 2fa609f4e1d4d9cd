import type { FacetResult, TermsFacet } from '../../domain/facet/facet.js';
import type { FieldValue } from '../../domain/filter/filter.js';
import { compareValues } from '../values/compare-values.js';

/** The values that a facet lists, out of all values with the documents that have them. */
export function listTerms(
  facet: TermsFacet,
  counts: ReadonlyMap<FieldValue, number>,
  missingCount: number,
): FacetResult {
  const { prefix, minCount, size } = facet;
  const entries = [...counts].filter(([value]) => prefix === null || String(value).startsWith(prefix));
  const total = entries.reduce((sum, [, count]) => sum + count, 0);
  const listed = entries
    .filter(([, count]) => count >= minCount)
    .sort((a, b) => compareEntries(facet, a, b))
    .slice(0, size);
  const shown = listed.reduce((sum, [, count]) => sum + count, 0);
  return {
    type: 'terms',
    values: listed.map(([value, count]) => ({ value, count })),
    otherCount: total - shown,
    missingCount,
  };
}

type Entry = [value: FieldValue, count: number];

function compareEntries({ orderBy, order }: TermsFacet, [aValue, aCount]: Entry, [bValue, bCount]: Entry): number {
  const direction = order === 'asc' ? 1 : -1;
  if (orderBy === 'value') return direction * compareValues(aValue, bValue);
  return direction * (aCount - bCount) || compareValues(aValue, bValue);
}
