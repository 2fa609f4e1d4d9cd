import type { Facet } from '../../domain/facet/facet.js';
import type { Clause, Filter } from '../../domain/filter/filter.js';

/** The filter of a plan, without the clauses on the facet's own field if the facet ignores them. */
export function filterForFacet(facet: Facet, filter: Filter | null): Filter | null {
  const excludes = facet.type === 'terms' && facet.excludeOwnFilter && filter !== null;
  return excludes ? withoutField(filter, facet.field) : filter;
}

/**
 * The filter without its clauses on one field, so that a shop's "colour" facet still counts blue after red was chosen. A
 * top-level `must` or `must_not` clause is dropped if it names only that field. The `should` clauses are one condition: all
 * are dropped if each names only that field, otherwise none.
 */
function withoutField(filter: Filter, field: string): Filter {
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
