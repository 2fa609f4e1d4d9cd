/** A query, an aggregation or a sort in the language of the cluster. */
export type Dsl = Readonly<Record<string, unknown>>;

export const MATCH_ALL: Dsl = { match_all: {} };
export const MATCH_NONE: Dsl = { match_none: {} };

/** All of them, without a score. */
export function allOf(filters: readonly Dsl[]): Dsl {
  return filters.length === 1 ? filters[0] : { bool: { filter: filters } };
}

/** At least one of them. */
export function anyOf(queries: readonly Dsl[]): Dsl {
  if (queries.length === 0) return MATCH_NONE;
  return queries.length === 1 ? queries[0] : { bool: { should: queries, minimum_should_match: 1 } };
}

export function noneOf(queries: readonly Dsl[]): Dsl {
  return { bool: { must_not: queries } };
}

/** The same documents, all with one score. */
export function constant(filter: Dsl, boost: number): Dsl {
  return { constant_score: { filter, boost } };
}
