import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { useService } from './harness/service-under-test.js';
import { OPERATOR_KEY } from './harness/sextant-process.js';

const shared = useService({ environment: { SEXTANT_REQUEST_TIMEOUT: '1' } });
const KEY = `X-API-Key: ${OPERATOR_KEY}`;
const JSON_TYPE = 'Content-Type: application/json';

/** Sends exactly these bytes, and gives back all that comes until the service closes or falls silent. */
async function sendRaw(text: string | Buffer, silence = 4000): Promise<string> {
  const socket = connect(Number(new URL(shared.service.url).port), '127.0.0.1');
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  socket.write(text);
  await Promise.race([once(socket, 'close'), sleep(silence, undefined, { ref: false })]);
  socket.destroy();
  return answer;
}

const lines = (...parts: string[]) => `${parts.join('\r\n')}\r\n\r\n`;
const closing = (...parts: string[]) => lines(...parts, 'Host: x', 'Connection: close');
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const errorOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)).error;

afterEach(async () => {
  expect((await shared.client.get('/readyz')).status).toBe(200);
});

describe('what is not HTTP', () => {
  it.each([
    ['no request', 'hello\r\n\r\n'],
    ['a request without a host', lines('GET /healthz HTTP/1.1')],
    ['binary', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00])],
    ['an unknown method', lines('FETCH / HTTP/1.1', 'Host: x')],
    ['a request for a proxy', lines('CONNECT x:80 HTTP/1.1', 'Host: x:80')],
    ['an unknown version', lines('GET / HTTP/7.3', 'Host: x')],
    ['a broken header', lines('GET /versions HTTP/1.1', 'Host: x', 'broken header')],
    ['a NUL in a header', lines('GET /versions HTTP/1.1', 'Host: x', 'X-API-Key: a\u0000b')],
    ['two lengths', lines('POST /v20241104/filter HTTP/1.1', 'Host: x', KEY, 'Content-Length: 1', 'Content-Length: 2')],
    [
      'a length and chunks',
      lines('POST /v20241104/filter HTTP/1.1', 'Host: x', KEY, 'Content-Length: 2', 'Transfer-Encoding: chunked'),
    ],
    ['a length that is no number', lines('POST /v20241104/filter HTTP/1.1', 'Host: x', KEY, 'Content-Length: x')],
  ])('%s is answered with an error and the end of the connection', async (_, sent) => {
    const answer = await sendRaw(sent);
    expect(statusOf(answer)).toBe(400);
    expect(errorOf(answer)).toMatchObject({ type: 'invalid_request_error', code: 'http_malformed' });
    expect(answer).toMatch(/X-Request-Id: /i);
  });

  it('headers of more than 16 KiB are 431', async () => {
    const answer = await sendRaw(closing('GET /versions HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}`));
    expect(statusOf(answer)).toBe(431);
    expect(errorOf(answer).code).toBe('headers_too_large');
  });

  it('a very long path is refused as headers are', async () => {
    expect(statusOf(await sendRaw(closing(`GET /${'x'.repeat(30_000)} HTTP/1.1`, KEY)))).toBe(431);
    expect(statusOf(await sendRaw(closing(`GET /v20241104/documents/${'x'.repeat(12_000)} HTTP/1.1`, KEY)))).toBe(404);
  });
});

describe('odd requests', () => {
  it.each([
    ['/v20241104/documents/%', 404],
    ['/v20241104/documents/%zz', 404],
    ['/v20241104/documents/%c0%80', 404],
    ['/v20241104/documents/%00', 404],
    ['/v20241104/documents/..%2f..%2fversions', 404],
    ['/v20241104/documents/../../versions', 404],
    ['/v20241104/documents/a?%zz=%', 400],
    [`/v20241104/documents/a?${'a&'.repeat(3000)}`, 400],
    ['//versions', 404],
    ['http://elsewhere/nothing', 404],
    ['http://elsewhere/v20241104/documents/browse', 405],
    ['*', 404],
  ])('GET %s is %i', async (path, status) => {
    const answer = await sendRaw(closing(`GET ${path} HTTP/1.1`, KEY));
    expect(statusOf(answer), answer.slice(0, 300)).toBe(status);
    expect(errorOf(answer).code).not.toBe('internal_error');
  });

  it('the same header twice: keys are refused, others don’t matter', async () => {
    expect(statusOf(await sendRaw(closing('GET /versions HTTP/1.1', KEY, KEY)))).toBe(401);
    expect(statusOf(await sendRaw(closing('GET /versions HTTP/1.1', KEY, 'X-Request-Id: a', 'X-Request-Id: b')))).toBe(
      200,
    );
  });

  it('what is expected of us beyond HTTP is passed over', async () => {
    const answer = await sendRaw(closing('GET /versions HTTP/1.1', KEY, 'Expect: a-miracle'));
    expect(statusOf(answer)).toBe(200);
    expect(answer).toMatch(/X-Request-Id: /i);
  });

  it('the whole address is taken for its path', async () => {
    const answer = await sendRaw(closing('GET http://elsewhere/versions HTTP/1.1', KEY));
    expect(answer).toContain('"url":"/versions"');
  });

  it('requests that come together are answered in turn', async () => {
    const one = lines('GET /versions HTTP/1.1', 'Host: x', KEY);
    const answer = await sendRaw(one + one + closing('GET /nothing HTTP/1.1', KEY));
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200', '404']);
  });

  it('a body in chunks is read', async () => {
    const head = closing('POST /v20241104/filter HTTP/1.1', KEY, JSON_TYPE, 'Transfer-Encoding: chunked');
    expect(statusOf(await sendRaw(`${head}6\r\n{"filt\r\n8\r\ner": {}}\r\n0\r\n\r\n`))).toBe(200);
  });

  it('chunks that are none are refused', async () => {
    const head = closing('POST /v20241104/filter HTTP/1.1', KEY, JSON_TYPE, 'Transfer-Encoding: chunked');
    expect(statusOf(await sendRaw(`${head}zz\r\n{}\r\n`))).toBe(400);
  });
});

describe('a client that is too slow', () => {
  it('with a body is told so', async () => {
    const head = lines('POST /v20241104/filter HTTP/1.1', 'Host: x', KEY, JSON_TYPE, 'Content-Length: 100');
    const answer = await sendRaw(`${head}{"filter"`);
    expect(statusOf(answer)).toBe(408);
    expect(errorOf(answer).code).toBe('request_timeout');
  });

  it('with an import gets what was done and the end of the connection', async () => {
    const head = lines(
      'POST /v20241104/documents/import HTTP/1.1',
      'Host: x',
      KEY,
      'Content-Type: application/x-ndjson',
      'Content-Length: 9999',
    );
    const answer = await sendRaw(`${head}{"id":"slow","title":"T","tenant_id":"t"}\n{"id"`);
    expect(answer).toContain('"status":"created"');
    expect(answer).not.toContain('import_result');
    expect((await shared.client.getDocument('slow')).status).toBe(200);
  });

  it('who goes away in the middle of a body leaves nothing behind', async () => {
    const head = lines('POST /v20241104/documents HTTP/1.1', 'Host: x', KEY, JSON_TYPE, 'Content-Length: 9999');
    await sendRaw(`${head}{"id":"gone","title":"T","tenant_id":"t"}`, 100);
    expect((await shared.client.getDocument('gone')).status).toBe(404);
  });
});
