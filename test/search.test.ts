import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, VERSION } from './harness/client.js';
import { EMOJI, refused } from './harness/document-cases.js';
import { expectProblems, expectSuccess, idsOf } from './harness/expectations.js';
import * as cases from './harness/search-cases.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const search = (request: Json) => shared.client.search({ query: 'tides', search_type: 'hybrid', ...request });

beforeAll(async () => {
  await shared.client.importDocuments([
    { id: 'tides', title: 'How tides work', tenant_id: 'a', content: 'The Moon pulls the oceans.' },
    { id: 'pasta', title: 'Cooking pasta', tenant_id: 'b', content: 'Boil salted water.', metadata: { a: 1 } },
  ]);
});

describe('searching', () => {
  it('answers hits with exactly their fields', async () => {
    const answer = await search({});
    expectSuccess(answer, 'search_result');
    expect(idsOf(answer)).toEqual(['tides']);
    expect(Object.keys(answer.body.data[0]).sort()).toEqual(
      [
        ...['id', 'title', 'excerpt', 'confidence_level', 'metadata', 'source_uri', 'tenant_id', 'language'],
        ...['sort_value', 'created_at', 'updated_at'],
      ].sort(),
    );
  });

  it('has exactly the fields of its contract', async () => {
    const { body } = await search({});
    expect(Object.keys(body).sort()).toEqual(
      [
        ...['object', 'url', 'query', 'search_type', 'hybrid_search_ai_ratio', 'data', 'tenant_id', 'filter', 'sort'],
        ...['facet', 'facet_advanced', 'language', 'multilingual_search', 'fuzzy_search', 'limit', 'page'],
        ...['highlights', 'excerpts', 'ai_search_cutoff_score', 'facet_result', 'has_more', 'next_page'],
        ...['total_number_of_results', 'token_usage', 'livemode'],
      ].sort(),
    );
    expect(body).toMatchObject({ url: `${VERSION}/search`, query: 'tides', facet_result: {} });
  });

  it('counts the tokens of the query, and none where nothing is embedded', async () => {
    const tokens = async (request: Json) => (await search(request)).body.token_usage.semantic_tokens;
    expect(await tokens({ search_type: 'lexical' })).toBe(0);
    for (const search_type of ['hybrid', 'ai_semantic']) {
      const short = await tokens({ search_type });
      expect(short).toBeGreaterThan(0);
      expect(await tokens({ search_type, query: 'a much longer query about the tides of the sea' })).toBeGreaterThan(
        short,
      );
    }
  });

  it('answers an empty page when nothing matches', async () => {
    const { body } = await search({ search_type: 'lexical', query: 'zeppelin' });
    expect(body).toMatchObject({ data: [], total_number_of_results: 0, has_more: false, next_page: null });
  });
});

const ECHOES: cases.EchoCase[] = [
  {
    what: 'what a hybrid search leaves out',
    sent: {},
    echo: { hybrid_search_ai_ratio: 0.6, ai_search_cutoff_score: 50, fuzzy_search: true, multilingual_search: false },
  },
  {
    what: 'what a search by meaning leaves out',
    sent: { search_type: 'ai_semantic' },
    echo: { search_type: 'ai_semantic', hybrid_search_ai_ratio: null, ai_search_cutoff_score: 50, fuzzy_search: null },
  },
  {
    what: 'what a search by words leaves out',
    sent: { search_type: 'lexical' },
    echo: { search_type: 'lexical', hybrid_search_ai_ratio: null, ai_search_cutoff_score: null, fuzzy_search: true },
  },
  {
    what: 'what does not apply to a search by words',
    sent: { search_type: 'lexical', ai_search_cutoff_score: 20, hybrid_search_ai_ratio: 0.5, fuzzy_search: false },
    echo: { ai_search_cutoff_score: null, hybrid_search_ai_ratio: null, fuzzy_search: false },
  },
  {
    what: 'a search of all languages',
    sent: { search_type: 'ai_semantic', multilingual_search: true },
    echo: { multilingual_search: true, language: null },
  },
  { what: 'a query of 1 character', sent: { query: 'x' }, echo: { query: 'x' } },
  { what: 'a query of 1000 emoji', sent: { query: EMOJI.repeat(1000) }, echo: { query: EMOJI.repeat(1000) } },
  { what: 'a query of white space', sent: { query: ' \n ' }, echo: { query: ' \n ' } },
  { what: 'a query with a lone surrogate', sent: { query: 'a\ud800b' }, echo: {} },
  { what: 'the least cutoff', sent: { ai_search_cutoff_score: 0 }, echo: { ai_search_cutoff_score: 0 } },
  { what: 'the greatest cutoff', sent: { ai_search_cutoff_score: 90 }, echo: { ai_search_cutoff_score: 90 } },
  { what: 'the least ratio', sent: { hybrid_search_ai_ratio: 0.2 }, echo: { hybrid_search_ai_ratio: 0.2 } },
  { what: 'the greatest ratio', sent: { hybrid_search_ai_ratio: 0.8 }, echo: { hybrid_search_ai_ratio: 0.8 } },
  { what: 'no highlights', sent: { highlights: false }, echo: { highlights: false, excerpts: true } },
  { what: 'no excerpts', sent: { excerpts: false }, echo: { highlights: true, excerpts: false } },
  { what: 'the least fragments', sent: { highlight_fragments: 1, highlight_fragment_size: 25 }, echo: {} },
  { what: 'the most fragments', sent: { highlight_fragments: 10, highlight_fragment_size: 500 }, echo: {} },
  { what: 'long tags', sent: { highlight_tags: { pre_tag: 'x'.repeat(250), post_tag: EMOJI.repeat(250) } }, echo: {} },
  {
    what: 'facets',
    sent: { facet: ['language'], facet_advanced: [{ field: 'created_at', type: 'stats' }] },
    echo: { facet: ['language'], facet_advanced: [{ field: 'created_at', name: 'created_at', type: 'stats' }] },
  },
];

describe('the parameters of a search', () => {
  it.each([...ECHOES, ...cases.ACCEPTED_SCORED_LISTS])('include $what', async ({ sent, echo }) => {
    const answer = await search(sent);
    expectSuccess(answer, 'search_result');
    expect(answer.body).toMatchObject(echo);
  });

  it.each([
    ...[...cases.REFUSED_SCORED_LISTS, ...cases.REFUSED_CUTOFFS, ...cases.REFUSED_SWITCHES],
    refused('an empty query', { query: '' }, { query: 'parameter_too_short' }),
    refused('a query of 1001', { query: 'x'.repeat(1001) }, { query: 'parameter_too_long' }),
    refused('null as query', { query: null }, { query: 'parameter_type' }),
    refused('an unknown search type', { search_type: 'semantic' }, { search_type: 'parameter_invalid' }),
    refused('a ratio of 0.1', { hybrid_search_ai_ratio: 0.1 }, { hybrid_search_ai_ratio: 'parameter_too_small' }),
    refused('a ratio of 0.81', { hybrid_search_ai_ratio: 0.81 }, { hybrid_search_ai_ratio: 'parameter_too_large' }),
    refused('a ratio in quotes', { hybrid_search_ai_ratio: '0.5' }, { hybrid_search_ai_ratio: 'parameter_type' }),
    refused('no fragments', { highlight_fragments: 0 }, { highlight_fragments: 'parameter_too_small' }),
    refused('eleven fragments', { highlight_fragments: 11 }, { highlight_fragments: 'parameter_too_large' }),
    refused('fragments of 24', { highlight_fragment_size: 24 }, { highlight_fragment_size: 'parameter_too_small' }),
    refused('fragments of 501', { highlight_fragment_size: 501 }, { highlight_fragment_size: 'parameter_too_large' }),
    refused('a number as excerpts', { excerpts: 1 }, { excerpts: 'parameter_type' }),
    refused('null as highlights', { highlights: null }, { highlights: 'parameter_type' }),
    refused('a word as fuzzy_search', { fuzzy_search: 'yes' }, { fuzzy_search: 'parameter_type' }),
    refused('text as tags', { highlight_tags: '**' }, { highlight_tags: 'parameter_type' }),
    refused(
      'one tag of two',
      { highlight_tags: { pre_tag: '<b>' } },
      { 'highlight_tags.post_tag': 'parameter_missing' },
    ),
    refused(
      'tags that are too short and too long',
      { highlight_tags: { pre_tag: '', post_tag: 'x'.repeat(251), tag: 'b' } },
      {
        'highlight_tags.pre_tag': 'parameter_too_short',
        'highlight_tags.post_tag': 'parameter_too_long',
        'highlight_tags.tag': 'parameter_unknown',
      },
    ),
    refused('a facet by an unknown field', { facet: ['nothing'] }, { 'facet[0]': 'facet_invalid' }),
    refused(
      'all languages in a hybrid search',
      { multilingual_search: true },
      { multilingual_search: 'parameter_invalid' },
    ),
    refused(
      'all languages in a search by words',
      { search_type: 'lexical', multilingual_search: true },
      { multilingual_search: 'parameter_invalid' },
    ),
    refused('a misspelt parameter', { fuzzy: true }, { fuzzy: 'parameter_unknown' }),
    refused(
      'many mistakes, all of them at once',
      { query: '', search_type: 'x', page: 5000, multilingual_search: true, filter: [], facet: ['x'], nope: 1 },
      {
        query: 'parameter_too_short',
        search_type: 'parameter_invalid',
        page: 'window_too_deep',
        filter: 'parameter_type',
        'facet[0]': 'facet_invalid',
        nope: 'parameter_unknown',
      },
    ),
  ])('exclude $what', async ({ sent, problems }) => {
    expectProblems(await search(sent), problems);
  });

  it('must include query and search type', async () => {
    expectProblems(await shared.client.search({}), { query: 'parameter_missing', search_type: 'parameter_missing' });
  });
});
