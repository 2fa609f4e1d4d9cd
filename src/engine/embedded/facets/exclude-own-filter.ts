import type { Clause, Filter } from '../../../domain/filter/filter.js';

/**
 * The filter without what it says about one field. In a shop's "colour" facet the colours not chosen must keep their
 * counts: choosing red must not make blue disappear. An outermost `must` or `must_not` clause goes if it speaks of that
 * field alone; the `should` clauses go together, and only if all of them do, since they count as one condition.
 */
export function withoutField(filter: Filter, field: string): Filter {
  const speaksOfOthers = (clause: Clause) => !fieldsOf(clause).every((name) => name === field);
  const keepsShould = filter.should.length === 0 || filter.should.some(speaksOfOthers);
  return {
    must: filter.must.filter(speaksOfOthers),
    mustNot: filter.mustNot.filter(speaksOfOthers),
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
