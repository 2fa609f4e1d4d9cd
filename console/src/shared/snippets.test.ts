import { describe, expect, it } from 'vitest';
import { type SnippetRequest, snippet } from './snippets.js';

const ORIGIN = 'http://127.0.0.1:8180';
const SEARCH: SnippetRequest = {
  method: 'POST',
  path: '/v20241104/search',
  typescript: 'search',
  python: 'search',
  body: {
    query: `the keeper's "lamp"`,
    search_type: 'hybrid',
    fuzzy_search: false,
    filter: { must: [{ term: { 'metadata.category': 'museum' } }, { range: { 'metadata.year': { gte: 1887 } } }] },
  },
};

describe('a request as a snippet', () => {
  it('keeps a query with quotes as it is for a shell', () => {
    expect(
      snippet('curl', SEARCH, ORIGIN),
    ).toBe(`curl -s http://127.0.0.1:8180/v20241104/search -H "X-API-Key: $SEXTANT_API_KEY" \\
  -H 'Content-Type: application/json' -d '{
  "query": "the keeper'\\''s \\"lamp\\"",
  "search_type": "hybrid",
  "fuzzy_search": false,
  "filter": {
    "must": [
      {"term": {"metadata.category": "museum"}},
      {"range": {"metadata.year": {"gte": 1887}}}
    ]
  }
}'`);
  });

  it('speaks TypeScript', () => {
    expect(snippet('typescript', SEARCH, ORIGIN)).toBe(`import { Sextant } from '@sextant/client';

const client = new Sextant({ url: 'http://127.0.0.1:8180', key: process.env.SEXTANT_API_KEY! });
const result = await client.search({
  query: 'the keeper\\'s "lamp"',
  search_type: 'hybrid',
  fuzzy_search: false,
  filter: {
    must: [
      { term: { 'metadata.category': 'museum' } },
      { range: { 'metadata.year': { gte: 1887 } } },
    ],
  },
});`);
  });

  it('speaks Python', () => {
    expect(snippet('python', SEARCH, ORIGIN)).toBe(`from sextant_client import Sextant

client = Sextant(url="http://127.0.0.1:8180")  # the key: SEXTANT_API_KEY
result = client.search(
    query="the keeper's \\"lamp\\"",
    search_type="hybrid",
    fuzzy_search=False,
    filter={
        "must": [
            {"term": {"metadata.category": "museum"}},
            {"range": {"metadata.year": {"gte": 1887}}},
        ],
    },
)`);
  });

  it('puts the parameters of a path first', () => {
    const get: SnippetRequest = {
      method: 'GET',
      path: '/v20241104/documents/tides',
      typescript: 'documents.get',
      python: 'documents.get',
      pathValues: ['tides'],
    };
    expect(snippet('curl', get, ORIGIN)).toContain('/v20241104/documents/tides -H');
    expect(snippet('typescript', get, ORIGIN)).toContain("client.documents.get('tides');");
    expect(snippet('python', get, ORIGIN)).toContain('client.documents.get("tides")');
  });
});
