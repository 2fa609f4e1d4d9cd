import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Embedder, TextToEmbed } from '../embedder.js';
import { type EndpointSettings, openEndpointEmbedder } from './endpoint-embedder.js';

interface AskedFor {
  model: string;
  input: string[];
}

type Answer = (response: ServerResponse, asked: AskedFor, request: IncomingMessage) => void;

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(status, headers).end(JSON.stringify(body));
}

/** A vector that tells the texts apart: their length and 1. */
const lengths: Answer = (response, { input }) => {
  const data = input.map((text, index) => ({ index, embedding: [text.length, 1] })).reverse();
  response.end(JSON.stringify({ data, usage: { prompt_tokens: 10 * input.length } }));
};

const passage = (text: string): TextToEmbed => ({ text, language: 'en', kind: 'passage' });

describe('an embeddings endpoint', () => {
  let server: Server;
  let answers: Answer[];
  let asked: { body: AskedFor; request: IncomingMessage }[];
  let failures: string[];
  const opened: Embedder[] = [];

  beforeEach(async () => {
    [answers, asked, failures] = [[], [], []];
    server = createServer(async (request, response) => {
      const body = JSON.parse((await request.toArray()).join(''));
      asked.push({ body, request });
      (answers.shift() ?? lengths)(response, body, request);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((embedder) => embedder.close()));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function open(settings: Partial<EndpointSettings> = {}): Promise<Embedder> {
    const embedder = await openEndpointEmbedder({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
      apiKey: 'secret',
      model: 'small',
      dimensions: 2,
      prefixes: { query: 'q: ', passage: '' },
      timeoutMilliseconds: 5_000,
      pauseMilliseconds: 1,
      onFailure: ({ message }) => failures.push(message),
      ...settings,
    });
    opened.push(embedder);
    return embedder;
  }

  it('is asked in batches and answers in the order of the texts, at unit length', async () => {
    const embedder = await open();
    const texts = Array.from({ length: 40 }, (_, i) => 'x'.repeat(i + 1));
    const embeddings = await embedder.embed(texts.map(passage));
    expect(embeddings.map(({ vector }) => Math.round(vector[0] / vector[1]))).toEqual(
      texts.map(({ length }) => length),
    );
    expect(Math.hypot(...embeddings[3].vector)).toBeCloseTo(1, 6);
    expect(asked.map(({ body }) => body.input.length)).toEqual([16, 16, 8]);
    expect(embeddings.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(400);
    expect(asked[0].request.url).toBe('/v1/embeddings');
    expect(asked[0].request.headers.authorization).toBe('Bearer secret');
    expect(asked[0].body.model).toBe('small');
  });

  it('tells the length of its vectors, and names its space after the model', async () => {
    const embedder = await open({ dimensions: null });
    expect(embedder.dimensions).toBe(2);
    expect(embedder.space).toBe('small-2');
    expect((await open({ prefixes: { query: '', passage: 'p: ' } })).space).toMatch(/^small-2-[0-9a-f]{8}$/);
  });

  it('is sent prefixes, no empty text, no half of a character and no endless text', async () => {
    const embedder = await open();
    await embedder.embed([passage(''), passage('a\ud800'), passage('x'.repeat(100_000))]);
    await embedder.embed([{ text: 'moon', language: null, kind: 'query' }]);
    expect(asked[0].body.input.slice(0, 2)).toEqual([' ', 'a\ufffd']);
    expect(asked[0].body.input[2]).toHaveLength(8_000);
    expect(asked[1].body.input).toEqual(['q: moon']);
  });

  it('is asked again when it is overloaded, broken or hangs up', async () => {
    answers = [json({}, 429, { 'retry-after': '0' }), json({}, 500), (response) => response.destroy()];
    expect(await (await open()).embed([passage('moon')])).toHaveLength(1);
    expect(asked).toHaveLength(4);
    expect(failures).toEqual([]);
  });

  it('fails when it stays broken; only the log learns what it said', async () => {
    answers = Array(4).fill(json({ error: 'out of memory at 0xdead' }, 503));
    const refused = (await open()).embed([passage('moon')]);
    await expect(refused).rejects.toMatchObject({ code: 'model_failed', status: 502, type: 'model_error' });
    await expect(refused).rejects.not.toThrow(/0xdead/);
    expect(failures[0]).toContain('0xdead');
  });

  it('is not asked again when it refuses the request', async () => {
    answers = [json({ error: 'bad key' }, 401)];
    await expect((await open()).embed([passage('moon')])).rejects.toThrow('answered with status 401');
    expect(asked).toHaveLength(1);
  });

  it('fails in time when it does not answer', async () => {
    answers = [() => undefined];
    const refused = (await open({ timeoutMilliseconds: 50 })).embed([passage('moon')]);
    await expect(refused).rejects.toMatchObject({ code: 'model_timeout', status: 504 });
  });

  it.each([
    ['no JSON', (response: ServerResponse) => response.end('<html>')],
    ['something else', json({ choices: [] })],
    ['too few vectors', json({ data: [{ index: 0, embedding: [1, 2] }] })],
    ['the same index twice', json({ data: Array(2).fill({ index: 0, embedding: [1, 2] }) })],
    ['an index out of range', json({ data: [0, 1e9].map((index) => ({ index, embedding: [1, 2] })) })],
    ['text instead of numbers', json({ data: Array(2).fill({ embedding: ['1', '2'] }) })],
    ['vectors of another length', json({ data: Array(2).fill({ embedding: [1, 2, 3] }) })],
    ['zeros', json({ data: Array(2).fill({ embedding: [0, 0] }) })],
  ])('is not believed when it answers with %s', async (_, answer) => {
    answers = [answer];
    const refused = (await open()).embed([passage('moon'), passage('sun')]);
    await expect(refused).rejects.toMatchObject({ code: 'model_failed' });
  });

  it.each([
    ['with dimensions that are known', 2, 2],
    ['when it is asked for its dimensions', null, 8192],
  ])('is not read for ever %s', async (_, dimensions, numbers) => {
    let sentBytes = 0;
    function* endless() {
      const chunk = Buffer.alloc(64 * 1024, ' ');
      for (; ; sentBytes += chunk.length) yield chunk;
    }
    answers = [(response) => void pipeline(endless, response).catch(() => undefined)];
    const refused = open({ dimensions }).then((embedder) => embedder.embed([passage('moon')]));
    await expect(refused).rejects.toMatchObject({
      code: 'model_failed',
      message: `The embeddings endpoint answered with more text than ${numbers} numbers can take.`,
    });
    expect(asked).toHaveLength(1);
    expect(sentBytes).toBeLessThan(64 * 1024 * 1024);
  });

  it('may indent its numbers and give all their digits', async () => {
    const [texts, dimensions] = [16, 4096];
    const embedding = Array.from({ length: dimensions }, (_, i) => -(i + 1) / 3e-7 / Number.MAX_SAFE_INTEGER);
    const data = Array.from({ length: texts }, (_, index) => ({ index, embedding }));
    answers = [(response) => response.end(JSON.stringify({ data }, null, 4))];
    const embeddings = await (await open({ dimensions })).embed(Array(texts).fill(passage('moon')));
    expect(embeddings.map(({ vector }) => vector.length)).toEqual(Array(texts).fill(dimensions));
  });

  it('is left alone once it is closed', async () => {
    answers = [() => undefined];
    const embedder = await open();
    const waiting = embedder.embed([passage('moon')]);
    const refused = expect(waiting).rejects.toMatchObject({ code: 'shutting_down' });
    await embedder.close();
    await refused;
  });

  it('counts tokens by estimate', async () => {
    expect(await (await open()).countTokens([passage('twelve chars'), passage('月の満ち欠け')])).toEqual([3, 6]);
  });
});
