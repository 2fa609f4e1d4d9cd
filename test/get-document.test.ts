import { beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from './harness/client.js';
import { expectError, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();

beforeAll(async () => {
  await shared.client.addDocument({ id: 'tides', title: 'Tides', tenant_id: 'library', content: 'The Moon.' });
});

describe('retrieving a document', () => {
  it('answers it as it was when it was added, for no tokens', async () => {
    const answer = await shared.client.getDocument('tides');
    expectSuccess(answer, 'document');
    expect(answer.body).toMatchObject({ id: 'tides', title: 'Tides', content: 'The Moon.', metadata: null });
    expect(answer.body.url).toBe(`${VERSION}/documents/tides`);
    expect(answer.body.token_usage.semantic_tokens).toBe(0);
  });

  it.each(['missing', 'TIDES', 'tides%20', 'a%2Fb', 'x'.repeat(129), 'x'.repeat(8000), '%F0%9F%A7%AD', '__proto__'])(
    'answers 404 for the id %s',
    async (id) => {
      const answer = await shared.client.getDocument(id);
      expectError(answer, 404, 'document_not_found');
      expect(answer.body.error.param).toBe('id');
    },
  );

  it('takes no parameters', async () => {
    const answer = await shared.client.get(`${VERSION}/documents/tides?expand=metadata`);
    expectError(answer, 400, 'parameter_unknown');
    expect(answer.body.error.param).toBe('expand');
  });

  it('leaves the query string out of the url it repeats', async () => {
    const answer = await shared.client.get(`${VERSION}/documents/tides?`);
    expect(answer.body.url).toBe(`${VERSION}/documents/tides`);
  });
});
