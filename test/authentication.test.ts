import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { VERSION } from './harness/client.js';
import { expectError } from './harness/expectations.js';
import { runKeys } from './harness/keys.js';
import { useService } from './harness/service-under-test.js';
import { OPERATOR_KEY } from './harness/sextant-process.js';

const shared = useService();

const ENDPOINTS: [string, string][] = [
  ['GET', '/versions'],
  ['GET', '/metrics'],
  ['GET', `${VERSION}/openapi.json`],
  ['POST', `${VERSION}/documents`],
  ['GET', `${VERSION}/documents/x`],
  ['POST', `${VERSION}/documents/x`],
  ['DELETE', `${VERSION}/documents/x`],
  ['POST', `${VERSION}/documents/browse`],
  ['POST', `${VERSION}/documents/import`],
  ['POST', `${VERSION}/documents/import/file`],
  ['GET', `${VERSION}/documents/metadata-schema`],
  ['POST', `${VERSION}/filter`],
  ['GET', `${VERSION}/keys/current`],
  ['POST', `${VERSION}/keys`],
];

describe('without a valid key', () => {
  it.each(ENDPOINTS)('%s %s is refused before its body is looked at', async (method, path) => {
    const body = method === 'POST' ? '{broken' : undefined;
    const headers = { 'Content-Type': 'text/nonsense' };
    expectError(await shared.client.withKey(null).send(path, { method, body, headers }), 401, 'invalid_api_key');
  });

  it.each([
    ['GET', '/no/such/path'],
    ['GET', '/v20200101/x'],
    ['PUT', '/versions'],
    ['GET', '/%zz'],
    ['HEAD', '/versions'],
    ['OPTIONS', '/versions'],
  ])('%s %s is refused too, so that nothing can be learnt', async (method, path) => {
    const answer = await shared.client.withKey(null).send(path, { method });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('ApiKey realm="Sextant", header="X-API-Key"');
  });

  it.each([
    ['none', null],
    ['an empty one', ''],
    ['an unknown one', `sk_live_${'a'.repeat(40)}`],
    ['one of another form', 'Bearer x'],
    ['the beginning of a real one', OPERATOR_KEY.slice(0, -1)],
    ['a real one and more', `${OPERATOR_KEY}0`],
    ['a real one in capitals', OPERATOR_KEY.toUpperCase()],
    ['a huge one', `sk_live_${'a'.repeat(8000)}`],
    ['one named __proto__', '__proto__'],
  ])('%s is answered like any other', async (_, key) => {
    const answer = await shared.client.withKey(key).get('/versions');
    expectError(answer, 401, 'invalid_api_key');
    const { message, param, errors } = answer.body.error;
    expect({ message, param, errors, livemode: answer.body.livemode }).toEqual({
      message: 'Send a valid API key in the X-API-Key header.',
      param: null,
      errors: [],
      livemode: false,
    });
  });

  it('a key elsewhere than in its header is not taken', async () => {
    const open = shared.client.withKey(null);
    expectError(await open.get(`/versions?api_key=${OPERATOR_KEY}`), 401, 'invalid_api_key');
    const bearer = await open.send('/versions', { headers: { Authorization: `Bearer ${OPERATOR_KEY}` } });
    expectError(bearer, 401, 'invalid_api_key');
  });

  it('two keys in one request are refused', async () => {
    const both = `${OPERATOR_KEY}, ${OPERATOR_KEY}`;
    expectError(await shared.client.withKey(both).get('/versions'), 401, 'invalid_api_key');
  });
});

describe('a key', () => {
  it('is refused once it has expired, with the same words', async () => {
    const expires = new Date(Date.now() + 3000).toISOString();
    const brief = await shared.clientWith({ expires });
    expect((await brief.get('/versions')).status).toBe(200);
    await sleep(Date.parse(expires) - Date.now() + 50);
    expectError(await brief.get('/versions'), 401, 'invalid_api_key');
  });

  it('is refused once it is revoked, with the same words', async () => {
    const { id, key } = await shared.issueKey();
    expect((await shared.client.withKey(key).get('/versions')).status).toBe(200);
    await runKeys(shared.service.folder, ['revoke', id]);
    const answer = await shared.client.withKey(key).get('/versions');
    expectError(answer, 401, 'invalid_api_key');
    expect(answer.body.error.message).toBe('Send a valid API key in the X-API-Key header.');
  });

  it('is named by its header in any case', async () => {
    const answer = await shared.client.withKey(null).send('/versions', { headers: { 'x-api-KEY': OPERATOR_KEY } });
    expect(answer.status).toBe(200);
  });
});
