import { describe, expect, it } from 'vitest';
import { expectError } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService({ environment: { SEXTANT_RATE_LIMIT: '1000' } });

describe('a key with a rate limit', () => {
  it('is told where it stands, and refused beyond it', async () => {
    const limited = await shared.clientWith({ 'rate-limit': '3' });
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await limited.get('/versions'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['2', '1', '0', '0', '0']);
    const last = answers[4];
    expectError(last, 429, 'rate_limit_exceeded');
    expect(last.headers.get('ratelimit-limit')).toBe('3');
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(last.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(last.headers.get('ratelimit-reset')).toBe(last.headers.get('retry-after'));
  });

  it('does nothing with a write that it refuses', async () => {
    const limited = await shared.clientWith({ 'rate-limit': '1' });
    await limited.get('/versions');
    expectError(await limited.addDocument({ id: 'refused', title: 'T', tenant_id: 't' }), 429, 'rate_limit_exceeded');
    expectError(await shared.client.getDocument('refused'), 404, 'document_not_found');
  });

  it('does not use up the limit of another', async () => {
    const [one, two] = [await shared.clientWith({ 'rate-limit': '1' }), await shared.clientWith({ 'rate-limit': '1' })];
    await one.get('/versions');
    expect((await one.get('/versions')).status).toBe(429);
    expect((await two.get('/versions')).status).toBe(200);
  });
});

describe('the default rate limit', () => {
  it('is for keys without one of their own', async () => {
    const plain = await shared.clientWith({});
    expect((await plain.get('/versions')).headers.get('ratelimit-limit')).toBe('1000');
    const own = await shared.clientWith({ 'rate-limit': '2000' });
    expect((await own.get('/versions')).headers.get('ratelimit-limit')).toBe('2000');
  });

  it('does not count what is open, nor who has no key', async () => {
    expect((await shared.client.get('/healthz')).headers.get('ratelimit-limit')).toBeNull();
    expect((await shared.client.withKey(null).get('/versions')).headers.get('ratelimit-limit')).toBeNull();
  });
});
