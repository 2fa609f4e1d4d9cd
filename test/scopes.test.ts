import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, VERSION } from './harness/client.js';
import { expectError } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const SCOPES = ['read', 'write', 'generate', 'train', 'admin', 'metrics'];
const clients = new Map<string, Client>();

/** What each endpoint needs, and a request to it that asks for nothing else than the scope. */
const ENDPOINTS: [string, string, string, string?][] = [
  ['read', 'GET', '/versions'],
  ['read', 'GET', `${VERSION}/openapi.json`],
  ['read', 'GET', `${VERSION}/documents/missing`],
  ['read', 'POST', `${VERSION}/documents/browse`, '{}'],
  ['read', 'POST', `${VERSION}/filter`, '{"filter":{}}'],
  ['read', 'POST', `${VERSION}/search`, '{"query":"x","search_type":"hybrid"}'],
  ['read', 'POST', `${VERSION}/multi-search`, '{"searches":[{}]}'],
  ['read', 'POST', `${VERSION}/query-log/browse`, '{}'],
  ['read', 'POST', `${VERSION}/retrieve`, '{"query":"x"}'],
  ['read', 'POST', `${VERSION}/auto-suggest`, '{"query":"x"}'],
  ['read', 'POST', `${VERSION}/find-similar`, '{"source_documents":[{"id":"missing"}]}'],
  ['read', 'POST', `${VERSION}/find-duplicate`, '{"document_id":"missing"}'],
  ['read', 'POST', `${VERSION}/map`, '{}'],
  ['read', 'GET', `${VERSION}/documents/metadata-schema`],
  ['write', 'POST', `${VERSION}/documents`, '{"title":"T","tenant_id":"t"}'],
  ['write', 'POST', `${VERSION}/documents/missing`, '{}'],
  ['write', 'DELETE', `${VERSION}/documents/missing`],
  ['write', 'POST', `${VERSION}/documents/import`, '{}'],
  ['write', 'POST', `${VERSION}/documents/import/file?name=a.txt&tenant_id=t`, 'A text.'],
  ['read', 'GET', `${VERSION}/documents/missing/passages`],
  ['generate', 'POST', `${VERSION}/generate-answer`, '{"query":"x"}'],
  ['generate', 'POST', `${VERSION}/summarize`, '{"document_id":"missing"}'],
  ['read', 'GET', `${VERSION}/models`],
  ['read', 'GET', `${VERSION}/models/missing`],
  ['read', 'GET', `${VERSION}/models/missing/versions/v1`],
  ['read', 'POST', `${VERSION}/classify`, '{"model_id":"missing","input":{"type":"text","value":"x"}}'],
  ['read', 'POST', `${VERSION}/predict`, '{"model_id":"missing","input":{}}'],
  ['train', 'POST', `${VERSION}/models/missing/versions`, '{"documents":{"label_field":"language"}}'],
  ['train', 'POST', `${VERSION}/models/missing/preview`, '{"examples":[]}'],
  ['train', 'DELETE', `${VERSION}/models/missing/versions/v1`],
  ['train', 'POST', `${VERSION}/models/missing/versions/v1/cancel`],
  ['train', 'POST', `${VERSION}/models`, '{"kind":"predictor"}'],
  ['train', 'POST', `${VERSION}/models/missing`, '{}'],
  ['train', 'DELETE', `${VERSION}/models/missing`],
  ...['synonyms', 'curations'].flatMap((rules): [string, string, string, string?][] => [
    ['read', 'GET', `${VERSION}/${rules}/missing`],
    ['read', 'POST', `${VERSION}/${rules}/browse`, '{}'],
    ['admin', 'POST', `${VERSION}/${rules}/missing`, '{}'],
    ['admin', 'DELETE', `${VERSION}/${rules}/missing`],
  ]),
  ['admin', 'POST', `${VERSION}/synonyms`, '{"equivalent":["a","b"]}'],
  ['admin', 'POST', `${VERSION}/curations`, '{"query":"x","match":"exact","pin":["a"]}'],
  ['admin', 'POST', `${VERSION}/keys`, '{"name":"x","scopes":["admin"]}'],
  ['admin', 'POST', `${VERSION}/keys/browse`, '{}'],
  ['admin', 'GET', `${VERSION}/keys/missing`],
  ['admin', 'POST', `${VERSION}/keys/missing/rotate`],
  ['admin', 'DELETE', `${VERSION}/keys/missing`],
  ['metrics', 'GET', '/metrics'],
  ['admin or metrics', 'POST', `${VERSION}/statistics/browse`, '{}'],
  ['admin or metrics', 'GET', `${VERSION}/activity`],
];

function mediaType(path: string): string {
  if (path.includes('/import/file')) return 'application/octet-stream';
  return path.endsWith('/import') ? 'application/x-ndjson' : 'application/json';
}

beforeAll(async () => {
  for (const scopes of SCOPES) clients.set(scopes, await shared.clientWith({ scopes }));
});

describe('a key with one scope', () => {
  it.each(ENDPOINTS)('needs %s for %s %s', async (needed, method, path, body) => {
    const type = mediaType(path);
    for (const [scope, client] of clients) {
      const answer = await client.send(path, { method, body, headers: body ? { 'Content-Type': type } : {} });
      const enough = needed.split(' or ');
      if (enough.includes(scope)) expect([200, 404]).toContain(answer.status);
      else {
        expectError(answer, 403, 'scope_missing');
        for (const name of enough) expect(answer.body.error.message).toContain(`"${name}"`);
      }
    }
  });

  it('learns what it may do, whatever its scope', async () => {
    for (const [scope, client] of clients) {
      expect((await client.get(`${VERSION}/keys/current`)).body.scopes).toEqual([scope]);
    }
  });

  it('learns of unknown paths and methods, whatever its scope', async () => {
    for (const client of clients.values()) {
      expectError(await client.get('/no/such/path'), 404, 'path_not_found');
      expectError(await client.send('/versions', { method: 'PUT' }), 405, 'method_not_allowed');
    }
  });
});

describe('a key made without naming scopes', () => {
  it('reads and writes, and is no administrator', async () => {
    const { key, scopes } = await shared.issueKey();
    expect(scopes).toEqual(['read', 'write', 'generate', 'train']);
    const client = shared.client.withKey(key);
    expect((await client.addDocument({ title: 'T', tenant_id: 't' })).status).toBe(200);
    expectError(await client.get('/metrics'), 403, 'scope_missing');
  });
});
