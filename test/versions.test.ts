import { describe, expect, it } from 'vitest';
import { expectError, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();

describe('versions', () => {
  it('are listed, with the envelope', async () => {
    const answer = await shared.client.get('/versions');
    expectSuccess(answer, 'api_versions_result');
    expect(answer.body).toEqual({
      object: 'api_versions_result',
      url: '/versions',
      versions: [{ version: 'v20241104', status: 'latest' }],
      token_usage: answer.body.token_usage,
      livemode: true,
    });
  });

  it('need a key', async () => {
    expectError(await shared.client.withKey(null).get('/versions'), 401, 'invalid_api_key');
  });

  it.each(['/v20200101/documents/x', '/v1/search', '/v99999999', `/v${'9'.repeat(5000)}/x`])(
    'that do not exist are 404 and name those that do: %s',
    async (path) => {
      const answer = await shared.client.get(path);
      expectError(answer, 404, 'version_not_found');
      expect(answer.body.error.message).toContain('v20241104');
    },
  );

  it('are missed with a hint when a path lacks them', async () => {
    const answer = await shared.client.post('/filter', { filter: {} });
    expectError(answer, 404, 'path_not_found');
    expect(answer.body.error.message).toContain('/v20241104/filter');
  });
});
