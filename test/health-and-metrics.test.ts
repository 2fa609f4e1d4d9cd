import { describe, expect, it } from 'vitest';
import { expectError, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();

describe('health', () => {
  it.each(['/healthz', '/readyz'])('%s is open to everybody', async (path) => {
    for (const key of [null, 'sk_live_wrong', shared.client.key]) {
      const answer = await shared.client.withKey(key).get(path);
      expectSuccess(answer, answer.body.object);
      expect(answer.body.url).toBe(path);
      expect(answer.body.livemode).toBe(false);
    }
  });
});

async function sample(name: string): Promise<number> {
  const { text } = await shared.client.get('/metrics');
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

describe('metrics', () => {
  it('are in the text format of Prometheus', async () => {
    const answer = await shared.client.get('/metrics');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(answer.text).toMatch(/^# HELP /m);
    expect(answer.text.split('\n').every((line) => line === '' || /^(# |\w+[{ ])/.test(line))).toBe(true);
  });

  it('need the scope for it', async () => {
    const reader = await shared.clientWith({ scopes: 'read,write,admin' });
    expectError(await reader.get('/metrics'), 403, 'scope_missing');
    const observer = await shared.clientWith({ scopes: 'metrics' });
    expect((await observer.get('/metrics')).status).toBe(200);
    expectError(await shared.client.withKey(null).get('/metrics'), 401, 'invalid_api_key');
  });

  it('count documents by mode', async () => {
    const before = await sample('sextant_documents{mode="live"}');
    await shared.client.addDocument({ id: 'counted', title: 'T', tenant_id: 't' });
    expect(await sample('sextant_documents{mode="live"}')).toBe(before + 1);
    expect(await sample('sextant_documents{mode="test"}')).toBe(0);
  });

  it('tell a key that is bound to tenants nothing, because they count the documents of all', async () => {
    const bound = await shared.clientWith({ scopes: 'metrics', tenants: 'nobody' });
    expectError(await bound.get('/metrics'), 403, 'tenant_not_allowed');
  });

  it('count test documents only for a test key', async () => {
    const tester = await shared.clientWith({ scopes: 'metrics', mode: 'test' });
    const { text } = await tester.get('/metrics');
    expect(text).toContain('sextant_documents{mode="test"} ');
    expect(text).toContain('sextant_http_requests_total');
    expect(text).not.toMatch(/mode="live"|sextant_reembedding/);
  });

  it('count requests by route, never by path, so that they stay few', async () => {
    await shared.client.getDocument('some-secret-id');
    await shared.client.get('/some/unknown/path');
    const { text } = await shared.client.get('/metrics');
    expect(text).toContain('route="/v20241104/documents/:id",status="404"');
    expect(text).not.toMatch(/some-secret-id|unknown/);
  });
});

describe('the log', () => {
  it('is one JSON object a line and holds no key, content, query or id', async () => {
    const secret = 'verysecretcontent';
    await shared.client.addDocument({ id: 'logged-id', title: secret, tenant_id: 't', content: secret });
    await shared.client.filter({ filter: { must: [{ term: { title: secret } }] } });
    await shared.client.get(`/v20241104/documents/logged-id?q=${secret}`);
    await shared.client.postText('/v20241104/documents', `{"title": "${secret}`);
    const lines = shared.service.log.filter((line) => line.startsWith('{'));
    expect(lines.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(3);
    for (const line of lines) expect(JSON.parse(line)).toBeTypeOf('object');
    expect(lines.join('\n')).not.toMatch(/verysecretcontent|blackboxtests|logged-id/);
  });
});
