import { Type } from 'typebox';
import { DOCUMENT_LIMITS } from '../../domain/document/document.js';
import { type Filter, MAX_SORT_KEYS, type SortKey } from '../../domain/filter/filter.js';
import { SCORED_WINDOW } from '../../domain/search/confidence.js';
import type { SentFacets } from '../../query-language/facet/parse-facets.js';
import { parseFilter } from '../../query-language/filter/parse-filter.js';
import { parseSort } from '../../query-language/sort/parse-sort.js';
import type { CheckContext } from '../checking/schema-node.js';
import { echoFilter, echoSort, type FilterEcho, type SortEcho } from '../views/echo.js';
import { defaultsTo, parsedAs } from './checked.js';

/**
 * The parameters of requests that list documents. What a parser reads has the title of its schema in the API description: see
 * `scripts/describe-api/query-schemas.ts`.
 */
const MOST_RESULTS = 100;

export const limit = defaultsTo(
  Type.Integer({ minimum: 1, maximum: MOST_RESULTS, description: 'Maximum number of results.' }),
  10,
);

export const page = defaultsTo(
  Type.Integer({
    minimum: 1,
    description: 'Leave out for the first page; then send next_page from the previous response.',
  }),
  1,
);

export const tenantIds = Type.Array(Type.String({ minLength: 1, maxLength: DOCUMENT_LIMITS.tenantIdLength }), {
  minItems: 1,
  maxItems: 10,
  description: 'Considers only documents of these tenants.',
});

/** The sort in two forms: for the engine, and as the response echoes it. */
interface ParsedSort {
  keys: SortKey[];
  echo: SortEcho[];
}

export interface ParsedFilter {
  filter: Filter;
  echo: FilterEcho;
}

/** Only searches have a score to sort by. */
export const sortWithoutScore = sortParameter('refused', 'Default: created_at descending.');
export const sortWithScore = sortParameter('allowed', 'Default: _score descending.');

function sortParameter(score: 'allowed' | 'refused', defaultOrder: string) {
  const fields = `${score === 'allowed' ? '_score, ' : ''}id, title, tenant_id, language, source_uri, created_at`;
  return parsedAs<unknown[], ParsedSort>(
    Type.Array(Type.Unsafe({}), {
      title: 'Sort',
      maxItems: MAX_SORT_KEYS,
      description:
        'Objects with one field each: {"created_at": {"order": "desc", "missing": "_last"}} or {"title": "asc"}. ' +
        `Fields: ${fields}, updated_at and metadata.<path>. Ties are broken by id, ascending. ${defaultOrder}`,
      examples: [[{ created_at: { order: 'desc' } }]],
    }),
    (sent, { path, problems }) => {
      const keys = parseSort(sent, { path, problems, score });
      return { keys, echo: echoSort(sent, keys) };
    },
  );
}

export const filter = parsedAs<Record<string, unknown>, ParsedFilter>(
  Type.Unsafe({
    type: 'object',
    title: 'Filter',
    additionalProperties: true,
    description:
      'must, must_not and should are arrays of clauses; minimum_should_match is the number of should clauses that must ' +
      'match. Clauses: term, terms, range, exists, prefix, wildcard, match, ids, and bool, which nests a filter. ' +
      'At most 8 levels and 256 clauses.',
    examples: [{ must: [{ term: { 'metadata.topic': 'law' } }, { range: { created_at: { gte: '2024-01-01' } } }] }],
  }),
  (sent, context) => {
    const parsed = parseFilter(sent, context);
    // A filter with problems is refused before it is echoed, and may be nested too deeply to walk.
    return { filter: parsed, echo: context.problems.any ? echoFilter({}) : echoFilter(sent) };
  },
);

/** Refuses pages beyond the scored window. Invalid values of page and limit have been reported already. */
export function checkWindow(sent: { page: number; limit: number }, { problems }: CheckContext): void {
  const sound = Number.isInteger(sent.page) && Number.isInteger(sent.limit) && sent.limit <= MOST_RESULTS;
  if (!sound || sent.page * sent.limit <= SCORED_WINDOW) return;
  const message = `page ${sent.page} with limit ${sent.limit} is beyond result ${SCORED_WINDOW}, the last one a search returns. Narrow the search, or list documents with the filter endpoint, which has no such limit.`;
  problems.add('page', 'window_too_deep', message);
}

/** The facet parser checks the entries, both lists together. */
export const facet = Type.Unsafe<string[]>({
  type: 'array',
  title: 'FacetFields',
  items: {},
  description: 'Fields to count values of, the ten most frequent ones each: document fields and metadata.<path>.',
  examples: [['language', 'metadata.topic']],
});

export const facetAdvanced = Type.Unsafe<object[]>({
  type: 'array',
  title: 'FacetAdvanced',
  items: {},
  description:
    'Objects with field and, optionally, name and type. Types with their settings: terms (size, order_by, order, ' +
    'min_count, prefix, exclude_own_filter), range (ranges), histogram (interval), date_histogram (interval) and stats.',
  examples: [[{ field: 'created_at', type: 'date_histogram', interval: 'month' }]],
});

/** The lists as the facet parser takes them. Values that are not arrays have been reported already. */
export function sentFacets(body: { facet?: unknown; facet_advanced?: unknown }): SentFacets {
  return {
    facet: Array.isArray(body.facet) ? body.facet : undefined,
    facet_advanced: Array.isArray(body.facet_advanced) ? body.facet_advanced : undefined,
  };
}
