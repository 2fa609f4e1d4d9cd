import { fieldKind } from '../../../domain/document/document.js';
import { formatTimestamp } from '../../../domain/document/timestamp.js';
import type { TermsFacet } from '../../../domain/facet/facet.js';
import type { FieldValue } from '../../../domain/filter/filter.js';
import { listTerms } from '../../facets/list-terms.js';
import { decodeValue, STRING } from '../index/metadata-entries.js';
import { anyOf, type Dsl } from '../query/dsl.js';
import type { CountedBucket, FacetAggregation, FacetRequest } from './counted.js';
import { FacetField } from './facet-field.js';

/** Values that are read at once where all have to be. */
const MANY_VALUES = 10_000;

/**
 * One shard can sort and cut by itself. Several can't: a value that is rare in each of them may be frequent in all. So all values
 * are read then, in parts if there are many, and cut here.
 */
export function termsFacet(facet: TermsFacet, { isOneShard, part }: FacetRequest): FacetAggregation {
  const isDate = fieldKind(facet.field) === 'date';
  const field = new FacetField(facet.field, 'any');
  // How a date is written can't be compared with a prefix there.
  const isCutThere = isOneShard && !(isDate && facet.prefix !== null);
  const terms = isCutThere ? listed(facet) : { size: MANY_VALUES, ...partOf(part) };
  const toValue = ({ key }: CountedBucket): FieldValue => {
    if (isDate) return formatTimestamp(Number(key));
    return fieldKind(facet.field) === 'metadata' ? decodeValue(String(key)) : key;
  };
  return {
    aggregations: field.aggregations(
      { terms: { terms: { field: field.name, ...terms } }, distinct: { cardinality: { field: field.name } } },
      isDate ? null : prefixCondition(facet, field.name),
    ),
    read: (counted) => {
      const values = field.valuesIn(counted);
      const buckets = values.terms.buckets ?? [];
      const missingCount = field.missingIn(counted);
      if (isCutThere) {
        const shown = buckets.reduce((sum, { doc_count }) => sum + doc_count, 0);
        const list = buckets.map((bucket) => ({ value: toValue(bucket), count: bucket.doc_count }));
        return { type: 'terms', values: list, otherCount: values.doc_count - shown, missingCount };
      }
      if ((values.terms.sum_other_doc_count ?? 0) > 0) return 'incomplete';
      return listTerms(facet, new Map(buckets.map((bucket) => [toValue(bucket), bucket.doc_count])), missingCount);
    },
  };
}

function listed({ size, orderBy, order, minCount }: TermsFacet): Dsl {
  const byValue = { _key: orderBy === 'value' ? order : 'asc' };
  return {
    size,
    order: orderBy === 'value' ? [byValue] : [{ _count: order }, byValue],
    min_doc_count: minCount,
    shard_min_doc_count: minCount,
  };
}

function partOf(part: FacetRequest['part']): Dsl {
  return part === undefined ? {} : { include: { partition: part.number, num_partitions: part.of } };
}

/** Numbers and booleans are compared as they are written. */
function prefixCondition({ field, prefix }: TermsFacet, name: string): Dsl | null {
  if (prefix === null) return null;
  if (fieldKind(field) !== 'metadata') return { prefix: { [name]: prefix } };
  return anyOf([{ prefix: { [name]: STRING + prefix } }, { prefix: { 'metadata.written': prefix } }]);
}
