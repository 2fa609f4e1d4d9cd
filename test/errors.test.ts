import { describe, expect, it } from 'vitest';
import { VERSION } from './harness/client.js';
import { expectError, expectErrorShape, expectProblems } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const ADD = `${VERSION}/documents`;

describe('an error', () => {
  it('says where it happened, without the query string', async () => {
    const answer = await shared.client.get('/no/such/path?secret=1');
    expectError(answer, 404, 'path_not_found');
    expect(answer.body).toMatchObject({ url: '/no/such/path', livemode: true });
    expect(answer.body.error).toMatchObject({ param: null, errors: [] });
  });

  it.each([
    ['/suggest', `${VERSION}/auto-suggest?`],
    [`${VERSION}/serach`, `${VERSION}/search?`],
    [`${VERSION}/metadata-schema`, `${VERSION}/documents/metadata-schema?`],
    [`${VERSION}/wine`, `${VERSION}/openapi.json lists all paths.`],
  ])('says what may be meant by the path %s', async (path, hint) => {
    const answer = await shared.client.post(path, {});
    expectError(answer, 404, 'path_not_found');
    expect(answer.body.error.message).toContain(hint);
  });

  it('takes an empty id for no id', async () => {
    expectError(await shared.client.get(`${VERSION}/documents/`), 404, 'path_not_found');
  });

  it('lists every bad parameter once, the first being its own', async () => {
    const answer = await shared.client.addDocument({ title: '', language: 'xx', colour: 'red' });
    expectProblems(answer, {
      title: 'parameter_too_short',
      tenant_id: 'parameter_missing',
      language: 'parameter_invalid',
      colour: 'parameter_unknown',
    });
    expect(answer.body.error).toMatchObject({ param: 'title', code: 'parameter_too_short' });
  });

  it('lists a parameter too that is refused for what it names', async () => {
    const answer = await shared.client.findSimilar({ source_documents: [{ id: 'nobody' }] });
    expectError(answer, 404, 'document_not_found');
    const { param, code, message, errors } = answer.body.error;
    expect(param).toBe('source_documents[0].id');
    expect(errors).toEqual([{ param, code, message }]);
  });

  it('says what was sent and what is allowed', async () => {
    const { error } = (await shared.client.browse({ limit: 500 })).body;
    expect(error.message).toMatch(/500/);
    expect(error.message).toMatch(/1 to 100/);
  });

  it('says what was probably meant', async () => {
    expect((await shared.client.browse({ limti: 5 })).body.error.message).toContain('"limit"');
    expect((await shared.client.browse({ language: 'pt-BR' })).body.error.message).toContain('Did you mean "pt"?');
  });
});

describe('a request id', () => {
  it('is on every response and unlike any other', async () => {
    const ids = await Promise.all(
      ['/versions', '/healthz', '/none', '/metrics'].map(async (path) => {
        return (await shared.client.get(path)).headers.get('x-request-id');
      }),
    );
    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain(null);
  });

  it.each([
    ['abc-123_x.y', true],
    ['has space', false],
    ['x'.repeat(65), false],
    ['<script>', false],
  ])('%j from the client is kept: %s', async (sent, kept) => {
    const answer = await shared.client.send('/versions', { headers: { 'X-Request-Id': sent } });
    expect(answer.headers.get('x-request-id') === sent).toBe(kept);
  });
});

describe('a method that a path does not have', () => {
  it.each([
    ['GET', `${VERSION}/documents`, 'POST'],
    ['PUT', `${VERSION}/documents/x`, 'GET'],
    ['PATCH', `${VERSION}/documents/x`, 'DELETE'],
    ['GET', `${VERSION}/documents/browse`, 'POST'],
    ['GET', `${VERSION}/documents/import`, 'POST'],
    ['POST', `${VERSION}/documents/metadata-schema`, 'GET'],
    ['DELETE', `${VERSION}/documents/browse`, 'POST'],
    ['GET', `${VERSION}/filter`, 'POST'],
    ['POST', '/versions', 'GET'],
    ['POST', '/healthz', 'GET'],
    ['POST', '/console/', 'GET'],
    ['DELETE', '/console/documents/x', 'GET'],
  ])('%s %s is 405 and names %s', async (method, path, allowed) => {
    const answer = await shared.client.send(path, { method });
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')?.split(', ')).toContain(allowed);
  });
});

describe('a path that does not exist', () => {
  it.each([
    '/documents',
    `${VERSION}`,
    `${VERSION}/`,
    `${VERSION}/nothing`,
    `${VERSION}/documents/x/y`,
    `${VERSION}/documents/`,
    `${VERSION}//documents`,
    `${VERSION}/Documents`,
    '/%zz',
    `${VERSION}/documents/%ff%fe`,
    '/..%2f..%2fetc/passwd',
  ])('%s is 404', async (path) => {
    const answer = await shared.client.get(path);
    expect(answer.status).toBe(404);
    expectErrorShape(answer);
  });
});

describe('a body', () => {
  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/jsonx', 'json', ''])(
    'of type %j is 415',
    async (type) => {
      const answer = await shared.client.postText(ADD, '{}', { 'Content-Type': type });
      expectError(answer, 415, 'unsupported_media_type');
    },
  );

  it.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json ;  charset=utf8'])(
    'of type %j is taken',
    async (type) => {
      expectProblems(await shared.client.postText(ADD, '{"title":"T"}', { 'Content-Type': type }), {
        tenant_id: 'parameter_missing',
      });
    },
  );

  it('in another charset, or compressed, is 415', async () => {
    const latin = await shared.client.postText(ADD, '{}', { 'Content-Type': 'application/json; charset=latin1' });
    expectError(latin, 415, 'unsupported_media_type');
    expectError(await shared.client.postText(ADD, '{}', { 'Content-Encoding': 'gzip' }), 415, 'unsupported_media_type');
    expectProblems(await shared.client.postText(ADD, '{}', { 'Content-Encoding': 'Identity' }), {
      title: 'parameter_missing',
      tenant_id: 'parameter_missing',
    });
  });

  it('of 1 MiB is read, and one byte more is 413', async () => {
    const room = 1_048_576 - '{"title":""}'.length;
    const largest = `{"title":"${'x'.repeat(room)}"}`;
    expect((await shared.client.postText(ADD, largest)).body.error.errors[0].code).toBe('parameter_too_long');
    expectError(await shared.client.postText(ADD, `${largest} `), 413, 'body_too_large');
    expectError(await shared.client.postText(ADD, ' '.repeat(20_000_000)), 413, 'body_too_large');
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'title=T'],
    ['JSON that ends too early', '{"title":"T"'],
    ['two values', '{}{}'],
    ['a trailing comma', '{"title":"T",}'],
    ['single quotes', "{'title':'T'}"],
    ['a comment', '{} // done'],
    ['NaN', '{"limit":NaN}'],
    ['a raw line break in a string', '{"title":"a\nb"}'],
  ])('with %s is malformed', async (_, body) => {
    const answer = await shared.client.postText(ADD, body);
    expectError(answer, 400, 'json_malformed');
    expect(answer.body.error).toMatchObject({ param: null, errors: [{ param: null, code: 'json_malformed' }] });
  });

  it('that is malformed is told where', async () => {
    const { error } = (await shared.client.postText(ADD, '{\n  "title": oops\n}')).body;
    expect(error.message).toMatch(/line 2, column 12/);
  });

  it.each(['null', 'true', '7', '"text"', '[]', '[{}]'])('of %s is not an object', async (body) => {
    expectProblems(await shared.client.postText(ADD, body), { null: 'parameter_type' });
  });

  it('may begin with a byte order mark', async () => {
    const answer = await shared.client.postText(ADD, '\ufeff{"title":"T","tenant_id":"t"}');
    expect(answer.body.title).toBe('T');
  });

  it('with the same name twice is read as JSON does, the last one winning', async () => {
    const answer = await shared.client.postText(ADD, '{"title":"","title":"T","tenant_id":"t"}');
    expect(answer.body.title).toBe('T');
  });
});
