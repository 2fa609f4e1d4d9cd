import { describe, expect, it } from 'vitest';
import pythonMethods from '../../../clients/python/tests/test_openapi.py?raw';
import { clientMethodOf, inPython } from './client-methods.js';
import { type SnippetRequest, snippet } from './snippets.js';

const ORIGIN = 'http://127.0.0.1:8180';
const SEARCH: SnippetRequest = {
  method: 'POST',
  path: '/v20241104/search',
  call: { name: 'search' },
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
      call: { name: 'documents.get', pathValues: ['tides'] },
    };
    expect(snippet('curl', get, ORIGIN)).toContain('/v20241104/documents/tides -H');
    expect(snippet('typescript', get, ORIGIN)).toContain("client.documents.get('tides');");
    expect(snippet('python', get, ORIGIN)).toContain('client.documents.get("tides")');
  });

  it('writes out what no method sends, with its type and line breaks', () => {
    const lines = '{"id": "tides"}\n{"id": "moon"}\n';
    const imported: SnippetRequest = {
      method: 'POST',
      path: '/v20241104/documents/import?mode=insert',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: lines,
    };
    expect(snippet('curl', imported, ORIGIN)).toBe(
      `curl -s 'http://127.0.0.1:8180/v20241104/documents/import?mode=insert' -H "X-API-Key: $SEXTANT_API_KEY" \\
  -H 'Content-Type: application/x-ndjson' --data-binary '${lines}'`,
    );
    expect(snippet('typescript', imported, ORIGIN)).toContain(`client.request({
  method: 'POST',
  path: '/v20241104/documents/import?mode=insert',
  headers: { 'Content-Type': 'application/x-ndjson' },
  body: '{"id": "tides"}\\n{"id": "moon"}\\n',
});`);
    expect(snippet('python', imported, ORIGIN)).toContain(`client.request(
    "POST",
    "/v20241104/documents/import?mode=insert",
    content="{\\"id\\": \\"tides\\"}\\n{\\"id\\": \\"moon\\"}\\n",
    headers={"Content-Type": "application/x-ndjson"},
)`);
  });

  it('spells names as Python does', () => {
    const log: SnippetRequest = {
      method: 'POST',
      path: '/v20241104/query-log/browse',
      call: { name: 'queryLog.browse' },
      body: { from: '2026-01-01' },
    };
    expect(snippet('python', log, ORIGIN)).toContain('client.query_log.browse(from_="2026-01-01")');
  });

  it('calls methods that the Python client has', () => {
    const methods = [...pythonMethods.matchAll(/^ {4}"(\w+)": "([\w.]+)",$/gm)];
    expect(methods.length).toBeGreaterThan(50);
    for (const [, operation, python] of methods) {
      const method = clientMethodOf(operation!);
      if (method !== null) expect(inPython(method)).toBe(python);
    }
  });
});
