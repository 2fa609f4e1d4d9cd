import { type Static, Type } from 'typebox';
import type { Facet } from '../../../domain/facet/facet.js';
import { SEARCH_TYPES, type SearchType } from '../../../operations/search/search-documents.js';
import { parseFacets } from '../../../query-language/facet/parse-facets.js';
import type { CheckContext } from '../../checking/schema-node.js';
import { choice, defaultsTo, nullable, parsedAs } from '../../schemas/checked.js';
import { EXAMPLE_HEAD, EXAMPLE_PAGING, exampleEnvelope, exampleUsage } from '../../schemas/examples.js';
import { facet, facetAdvanced, sentFacets } from '../../schemas/facet-parameters.js';
import * as list from '../../schemas/list-parameters.js';
import * as response from '../../schemas/responses.js';
import * as search from '../../schemas/search-parameters.js';

const tag = Type.String({ minLength: 1, maxLength: 250 });

const parameters = Type.Object(
  {
    query: search.queryOfLength(1000),
    search_type: choice<SearchType>(
      SEARCH_TYPES,
      'lexical finds words, ai_semantic finds meaning, hybrid finds both and mixes the scores.',
    ),
    ai_search_cutoff_score: search.cutoff,
    excerpts: defaultsTo(Type.Boolean({ description: 'Whether each result carries an excerpt.' }), true),
    facet: Type.Optional(facet),
    facet_advanced: Type.Optional(facetAdvanced),
    filter: Type.Optional(list.filter),
    fuzzy_search: defaultsTo(
      Type.Boolean({ description: 'Forgives typos; ignored by ai_semantic, which has no use for it.' }),
      true,
    ),
    highlights: defaultsTo(Type.Boolean({ description: 'Marks matches in title and excerpt.' }), true),
    highlight_fragments: defaultsTo(
      Type.Integer({ minimum: 1, maximum: 10, description: 'Most fragments of an excerpt.' }),
      5,
    ),
    highlight_fragment_size: defaultsTo(
      Type.Integer({ minimum: 25, maximum: 500, description: 'Characters of a fragment.' }),
      100,
    ),
    highlight_tags: defaultsTo(
      Type.Object(
        { pre_tag: tag, post_tag: tag },
        { additionalProperties: false, description: 'What stands before and after a match.' },
      ),
      { pre_tag: '**', post_tag: '**' },
    ),
    hybrid_search_ai_ratio: defaultsTo(
      Type.Number({ minimum: 0.2, maximum: 0.8, description: 'The share of meaning in the score of hybrid.' }),
      0.6,
    ),
    language: search.searchLanguage,
    limit: list.limit,
    multilingual_search: search.multilingualSearch,
    page: list.page,
    sort: Type.Optional(list.sortWithScore),
    tenant_id: Type.Optional(list.tenantIds),
  },
  {
    additionalProperties: false,
    examples: [{ query: 'What makes the tides?', search_type: 'hybrid', facet: ['language'] }],
  },
);

type SentSearch = Static<typeof parameters>;

export const searchRequest = parsedAs<SentSearch, SentSearch & { facets: Facet[] }>(parameters, (sent, context) => {
  list.checkWindow(sent, context);
  checkLanguages(sent, context);
  return { facets: parseFacets(sentFacets(sent), context), ...sent };
});

export type SearchBody = Static<typeof searchRequest>;

/** Words are looked for as one language forms them; only meaning can be found across languages. */
function checkLanguages({ multilingual_search, search_type }: SentSearch, { problems }: CheckContext): void {
  if (multilingual_search !== true || search_type === 'ai_semantic' || !SEARCH_TYPES.includes(search_type)) return;
  const message = `multilingual_search can be true only when search_type is "ai_semantic", not "${search_type}".`;
  problems.add('multilingual_search', 'parameter_invalid', message);
}

const hit = Type.Object({
  ...response.documentHead,
  excerpt: response.nullableText,
  confidence_level: response.confidence,
  sort_value: response.sortValue,
});

export const searchResult = response.enveloped('search_result', {
  query: Type.String(),
  search_type: Type.String(),
  hybrid_search_ai_ratio: nullable<number>(Type.Number()),
  data: Type.Array(hit),
  tenant_id: response.echoes.tenant_id,
  filter: response.filterEcho,
  sort: response.echoes.sort,
  ...response.facetEchoes,
  facet_result: response.facetResult,
  language: Type.String(),
  multilingual_search: Type.Boolean(),
  fuzzy_search: nullable<boolean>(Type.Boolean()),
  highlights: Type.Boolean(),
  excerpts: Type.Boolean(),
  ai_search_cutoff_score: nullable<number>(Type.Integer()),
  ...response.pagination,
});

export const SEARCH_EXAMPLE = {
  ...exampleEnvelope('search_result', '/v20241104/search'),
  ...exampleUsage(7),
  query: 'What makes the tides?',
  search_type: 'hybrid',
  hybrid_search_ai_ratio: 0.6,
  data: [
    {
      ...EXAMPLE_HEAD,
      title: 'How **tides** work',
      excerpt: 'The Moon pulls the oceans towards it, and they bulge on both sides of the Earth.',
      confidence_level: 'very_high',
      sort_value: null,
    },
  ],
  tenant_id: null,
  filter: null,
  sort: [{ _score: { order: 'desc' } }],
  facet: ['language'],
  facet_advanced: null,
  facet_result: {
    language: { type: 'terms', values: [{ value: 'en', count: 1 }], other_count: 0, missing_count: 0 },
  },
  language: 'en',
  multilingual_search: false,
  fuzzy_search: true,
  highlights: true,
  excerpts: true,
  ai_search_cutoff_score: 50,
  ...EXAMPLE_PAGING,
};
