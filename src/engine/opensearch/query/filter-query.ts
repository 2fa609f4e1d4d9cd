import { fieldKind } from '../../../domain/document/document.js';
import { ACCEPTED_LANGUAGES, canonicalLanguage } from '../../../domain/document/language.js';
import type { Clause, Filter, RangeBounds } from '../../../domain/filter/filter.js';
import { analyze } from '../../../text/analysis/analyze.js';
import { AFTER_STRINGS, encodeValue, pathOf, STRING } from '../index/metadata-entries.js';
import { allOf, anyOf, type Dsl, MATCH_ALL, MATCH_NONE } from './dsl.js';
import { wildcardQuery } from './wildcard-query.js';

type LeafClause = Exclude<Clause, { kind: 'bool' }>;
type OpenBounds = Exclude<RangeBounds, { kind: 'date' }>;

/** The documents that satisfy all clauses of a scope, and a filter. */
export function narrowed(scope: readonly Clause[], filter: Filter | null): Dsl {
  const clauses = scope.map(clauseQuery);
  if (filter !== null) clauses.push(filterQuery(filter));
  return clauses.length === 0 ? MATCH_ALL : allOf(clauses);
}

export function filterQuery({ must, mustNot, should, minimumShouldMatch }: Filter): Dsl {
  if (minimumShouldMatch > should.length) return MATCH_NONE;
  return {
    bool: {
      filter: must.map(clauseQuery),
      must_not: mustNot.map(clauseQuery),
      ...(minimumShouldMatch > 0 && { should: should.map(clauseQuery), minimum_should_match: minimumShouldMatch }),
    },
  };
}

function clauseQuery(clause: Clause): Dsl {
  if (clause.kind === 'bool') return filterQuery(clause.filter);
  if (clause.kind === 'ids') return { terms: { id: clause.values } };
  if (clause.kind === 'match') return matchQuery(clause);
  switch (fieldKind(clause.field)) {
    case 'metadata':
      return metadataQuery(clause);
    case 'keyword':
      return keywordQuery(clause);
    case 'date':
      return dateQuery(clause);
    default:
      return MATCH_NONE;
  }
}

type FieldClause = Exclude<LeafClause, { kind: 'ids' | 'match' }>;

function keywordQuery(clause: FieldClause): Dsl {
  const { field } = clause;
  switch (clause.kind) {
    case 'terms':
      return { terms: { [field]: clause.values.filter((value) => typeof value === 'string') } };
    case 'exists':
      return { exists: { field } };
    case 'prefix':
      return { prefix: { [field]: clause.value } };
    case 'wildcard':
      return wildcardQuery(field, clause.pattern);
    case 'range':
      return clause.bounds.kind === 'string' ? within(field, clause.bounds, String) : MATCH_NONE;
  }
}

function dateQuery(clause: FieldClause): Dsl {
  const { field } = clause;
  if (clause.kind === 'exists') return { exists: { field } };
  return clause.kind === 'range' && clause.bounds.kind === 'date' ? dateRange(field, clause.bounds) : MATCH_NONE;
}

/** A field may hold strings in one document and numbers in another: the entries of both are compared. */
function metadataQuery(clause: FieldClause): Dsl {
  const path = pathOf(clause.field);
  switch (clause.kind) {
    case 'terms':
      return entryWith(path, { terms: { 'metadata.value': clause.values.map(encodeValue) } });
    case 'exists':
      // `metadata.author` exists in a document that has `metadata.author.name`.
      return nestedEntry(anyOf([{ term: { 'metadata.path': path } }, { prefix: { 'metadata.path': `${path}.` } }]));
    case 'prefix':
      return entryWith(path, { prefix: { 'metadata.value': STRING + clause.value } });
    case 'wildcard':
      return entryWith(path, wildcardQuery('metadata.value', clause.pattern, STRING));
    case 'range':
      return entryWith(path, entryRange(clause.bounds));
  }
}

/** The entries of a metadata field, as a query inside of `metadata`. */
export function entriesOf(path: string): Dsl {
  return { term: { 'metadata.path': path } };
}

function entryWith(path: string, condition: Dsl): Dsl {
  return nestedEntry(allOf([entriesOf(path), condition]));
}

function nestedEntry(query: Dsl): Dsl {
  return { nested: { path: 'metadata', query, score_mode: 'none' } };
}

function entryRange(bounds: RangeBounds): Dsl {
  if (bounds.kind === 'date') return dateRange('metadata.date', bounds);
  if (bounds.kind === 'number') return within('metadata.number', bounds, (bound) => bound);
  const inType = { range: { 'metadata.value': { gte: STRING, lt: AFTER_STRINGS } } };
  return allOf([inType, within('metadata.value', bounds, (bound) => STRING + String(bound))]);
}

const BOUNDS = ['gt', 'gte', 'lt', 'lte'] as const;

/** A range may have both `gt` and `gte`, which the cluster takes only apart. */
function within(field: string, bounds: OpenBounds, toBound: (bound: string | number) => string | number): Dsl {
  return allOf(
    BOUNDS.flatMap((name) => {
      const bound = bounds[name];
      return bound === undefined ? [] : [{ range: { [field]: { [name]: toBound(bound) } } }];
    }),
  );
}

function dateRange(field: string, { from, to }: { from: number; to: number }): Dsl {
  const bounds: Record<string, number> = {};
  if (Number.isFinite(from)) bounds.gte = from;
  if (Number.isFinite(to)) bounds.lte = to;
  return from > to ? MATCH_NONE : { range: { [field]: bounds } };
}

const LANGUAGES = [...new Set(ACCEPTED_LANGUAGES.map(canonicalLanguage))];

/**
 * Documents with all words of a text, compared by stem. It is read in every language, since documents are in theirs; many
 * languages read it alike.
 */
function matchQuery({ field, text }: Extract<Clause, { kind: 'match' }>): Dsl {
  const languagesOf = new Map<string, string[]>();
  for (const language of LANGUAGES) {
    const stems = [...new Set(analyze(text, language).map(({ stem }) => stem))].sort();
    if (stems.length === 0) continue;
    const alike = languagesOf.get(JSON.stringify(stems)) ?? [];
    languagesOf.set(JSON.stringify(stems), [...alike, language]);
  }
  return anyOf(
    Array.from(languagesOf, ([stems, languages]) =>
      allOf([
        { terms: { language: languages } },
        ...JSON.parse(stems).map((stem: string) => ({ term: { [`words.${field}_match`]: stem } })),
      ]),
    ),
  );
}
