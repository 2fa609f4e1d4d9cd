import { Type } from 'typebox';
import { DOCUMENT_LIMITS } from '../../domain/document/document.js';
import type { Filter } from '../../domain/filter/filter.js';
import { SCORED_WINDOW } from '../../domain/search/confidence.js';
import { MAX_SORT_KEYS, type SortKey } from '../../domain/sort/sort.js';
import type { SentFacets } from '../../query-language/facet/parse-facets.js';
import { parseFilter } from '../../query-language/filter/parse-filter.js';
import { parseSort } from '../../query-language/sort/parse-sort.js';
import type { CheckContext } from '../checking/schema-node.js';
import { echoFilter, echoSort, type FilterEcho, type SortEcho } from '../views/echo.js';
import { defaultsTo, parsedAs } from './checked.js';

/** The parameters of requests that list documents. */
const MOST_RESULTS = 100;

export const limit = defaultsTo(
  Type.Integer({ minimum: 1, maximum: MOST_RESULTS, description: 'Most results to return.' }),
  10,
);

export const page = defaultsTo(
  Type.Integer({
    minimum: 1,
    description: 'Leave it out at first; then send the next_page of the previous response.',
  }),
  1,
);

export const tenantIds = Type.Array(Type.String({ minLength: 1, maxLength: DOCUMENT_LIMITS.tenantIdLength }), {
  minItems: 1,
  maxItems: 10,
  description: 'Only documents of these tenants are considered.',
});

/** What was asked for, in both forms: the engine's, and the one that the response repeats. */
interface ParsedSort {
  keys: SortKey[];
  echo: SortEcho[];
}

export interface ParsedFilter {
  filter: Filter;
  echo: FilterEcho;
}

/** Where nothing is searched there is no score to sort by. */
export const sortWithoutScore = sortParameter('refused', 'Default: created_at descending.');
export const sortWithScore = sortParameter('allowed', 'Default: _score descending.');

function sortParameter(score: 'allowed' | 'refused', defaultOrder: string) {
  const fields = `${score === 'allowed' ? '_score, ' : ''}id, title, tenant_id, language, source_uri, created_at`;
  return parsedAs<unknown[], ParsedSort>(
    Type.Array(Type.Unsafe({}), {
      maxItems: MAX_SORT_KEYS,
      description:
        'Objects with one key each, the field: {"created_at": {"order": "desc", "missing": "_last"}} or {"title": "asc"}. ' +
        `Fields are ${fields}, updated_at and metadata.<path>. Ties end at id ascending. ${defaultOrder}`,
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
    additionalProperties: true,
    description:
      'must, must_not and should are arrays of clauses; minimum_should_match says how many of should must hold. ' +
      'Clauses: term, terms, range, exists, prefix, wildcard, match, ids, and bool, which nests the same shape. ' +
      'At most 8 deep and 256 clauses.',
    examples: [{ must: [{ term: { 'metadata.topic': 'law' } }, { range: { created_at: { gte: '2024-01-01' } } }] }],
  }),
  (sent, context) => {
    const parsed = parseFilter(sent, context);
    // A filter with problems never reaches the handler, and may be too deep to walk.
    return { filter: parsed, echo: context.problems.any ? echoFilter({}) : echoFilter(sent) };
  },
);

/** What a text query finds can be paged to a certain depth. Values that can't be used have been reported already. */
export function checkWindow(sent: { page: number; limit: number }, { problems }: CheckContext): void {
  const sound = Number.isInteger(sent.page) && Number.isInteger(sent.limit) && sent.limit <= MOST_RESULTS;
  if (!sound || sent.page * sent.limit <= SCORED_WINDOW) return;
  const message = `page ${sent.page} with limit ${sent.limit} lies beyond result ${SCORED_WINDOW}, where searches end. Narrow the search, or list documents with filter, which has no end.`;
  problems.add('page', 'window_too_deep', message);
}

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
