import type { FacetResult } from '../../../domain/facet/facet.js';
import type { Clause, Filter } from '../../../domain/filter/filter.js';
import { type Bitset, countBits, subtract } from '../segment/bitset.js';
import type { EntryColumn } from '../segment/column.js';
import type { Segment } from '../segment/segment.js';

/** Counts one facet over the matching documents, segment by segment. */
export interface FacetCounter {
  add(segment: Segment, bits: Bitset): void;
  result(): FacetResult;
}

/** Counts the matching documents that have no value in any of a field's columns. */
export class MissingCounter {
  count = 0;

  add(bits: Bitset, columns: readonly (EntryColumn | null)[]): void {
    if (columns.some((column) => column !== null && column.docs === null)) return;
    const without = bits.slice();
    for (const column of columns) if (column?.entries) subtract(without, column.entries.documentsWithValue());
    this.count += countBits(without);
  }
}

/**
 * The filter without its clauses on one field, so that a shop's "colour" facet still counts blue after red was chosen. A
 * top-level `must` or `must_not` clause is dropped if it names only that field. The `should` clauses are one condition: all
 * are dropped if each names only that field, otherwise none.
 */
export function withoutField(filter: Filter, field: string): Filter {
  const namesOthers = (clause: Clause) => !fieldsOf(clause).every((name) => name === field);
  const keepsShould = filter.should.length === 0 || filter.should.some(namesOthers);
  return {
    must: filter.must.filter(namesOthers),
    mustNot: filter.mustNot.filter(namesOthers),
    should: keepsShould ? filter.should : [],
    minimumShouldMatch: keepsShould ? filter.minimumShouldMatch : 0,
  };
}

function fieldsOf(clause: Clause): string[] {
  if (clause.kind === 'ids') return ['id'];
  if (clause.kind !== 'bool') return [clause.field];
  const { must, mustNot, should } = clause.filter;
  return [...must, ...mustNot, ...should].flatMap(fieldsOf);
}
