import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as harness from '../../../test/harness/language-model-server.js';
import type { GenerationRequest } from '../language-model.js';
import { EndpointLanguageModel } from './endpoint-language-model.js';

const { says, refuses, sends, chunkOf } = harness;

describe('a chat endpoint', () => {
  let server: harness.LanguageModelServer;
  let model: EndpointLanguageModel;
  let failures: string[];

  beforeEach(async () => {
    server = await harness.LanguageModelServer.start();
    failures = [];
    model = new EndpointLanguageModel({
      url: `${server.url}/`,
      apiKey: 'secret',
      model: 'large',
      contextTokens: 4096,
      pauseMilliseconds: 1,
      onFailure: ({ message }) => failures.push(message),
    });
  });
  afterEach(() => server.close());

  const ask = (request: Partial<GenerationRequest> = {}) =>
    model.generate({
      messages: [
        { role: 'system', text: 'Be brief.' },
        { role: 'user', text: 'Why?' },
      ],
      maxOutputTokens: 128,
      temperature: 0.3,
      signal: new AbortController().signal,
      ...request,
    });

  /** The same, in pieces. */
  async function listen(request: Partial<GenerationRequest> = {}) {
    const pieces: string[] = [];
    const generation = await ask({ onText: (piece) => pieces.push(piece), ...request });
    return { ...generation, pieces };
  }

  it('is sent the conversation and the limits, and tells what it used', async () => {
    server.next.push(says('Because.', { finish: 'length' }));
    expect(await ask()).toEqual({ text: 'Because.', stopReason: 'max_tokens', inputTokens: 21, outputTokens: 7 });
    const [{ chat, path, headers }] = server.asked;
    expect(path).toBe('/v1/chat/completions');
    expect(headers.authorization).toBe('Bearer secret');
    expect(chat).toEqual({
      model: 'large',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Why?' },
      ],
      max_tokens: 128,
      temperature: 0.3,
    });
  });

  it('streams to whoever listens', async () => {
    server.next.push(says('One two three.'));
    const { pieces, ...generation } = await listen();
    expect(pieces).toEqual(['One ', 'two ', 'three.']);
    expect(generation).toEqual({ text: 'One two three.', stopReason: 'end_turn', inputTokens: 21, outputTokens: 7 });
    expect(server.asked[0].chat.stream).toBe(true);
  });

  it('may answer whole where a stream was asked for', async () => {
    server.next.push(({ response }) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"choices":[{"message":{"content":"Whole"}}]}'),
    );
    expect(await listen()).toMatchObject({ pieces: ['Whole'], text: 'Whole', stopReason: 'not_available' });
  });

  it('may be silent about tokens: they are estimated then', async () => {
    server.next.push(says('Because it is so.', { usage: null }), says('Because it is so.', { usage: null }));
    expect(await ask()).toMatchObject({ inputTokens: 4, outputTokens: 5 });
    expect(await listen()).toMatchObject({ inputTokens: 4, outputTokens: 5 });
    expect(await model.countTokens('Because it is so.')).toBe(6);
  });

  it('may cut its stream anywhere, in the middle of a character too', async () => {
    const bytes = Buffer.from(`: hi\r\n\r\n${chunkOf({ content: 'né 🧭' })}${chunkOf({}, 'stop')}data: [DONE]\n\n`);
    server.next.push(sends('text/event-stream', ...Array.from(bytes, (byte) => Uint8Array.of(byte))));
    expect(await listen()).toMatchObject({ text: 'né 🧭', stopReason: 'end_turn' });
  });

  it('is asked again when it is overloaded, broken or hangs up', async () => {
    server.next.push(refuses(429, {}, { 'retry-after': '0' }), refuses(500), ({ response }) => response.destroy());
    expect((await ask()).text).toBe('A fine answer.');
    expect(server.asked).toHaveLength(4);
    expect(failures).toEqual([]);
  });

  it('fails when it stays broken; only the log learns what it said', async () => {
    server.otherwise = refuses(503, { error: 'out of memory at 0xdead' });
    const refused = ask();
    await expect(refused).rejects.toMatchObject({ code: 'model_failed', status: 502 });
    await expect(refused).rejects.not.toThrow(/0xdead/);
    expect(server.asked).toHaveLength(4);
    expect(failures[0]).toContain('0xdead');
  });

  it('is not asked again when it refuses the request', async () => {
    server.next.push(refuses(401, { error: 'bad key' }));
    await expect(ask()).rejects.toThrow('answered with status 401');
    expect(server.asked).toHaveLength(1);
  });

  it.each([301, 302, 307, 308])('is not followed to another address (status %i)', async (status) => {
    server.next.push(refuses(status, {}, { location: `${server.url}/elsewhere` }));
    await expect(ask()).rejects.toThrow(`answered with status ${status}`);
    expect(server.asked).toHaveLength(1);
  });

  it('has failed, and was not slow, when the time ends before it may be asked again', async () => {
    server.otherwise = refuses(429, {}, { 'retry-after': '3600' });
    const refused = ask({ signal: AbortSignal.timeout(300) });
    await expect(refused).rejects.toThrow('answered with status 429');
    expect(failures).toHaveLength(1);
  });

  it('is left alone by whoever leaves before it may be asked again', async () => {
    server.otherwise = refuses(429, {}, { 'retry-after': '3600' });
    const client = new AbortController();
    const refused = expect(ask({ signal: client.signal })).rejects.toThrow('gone');
    await expect.poll(() => server.asked.length).toBe(1);
    client.abort(new Error('gone'));
    await refused;
  });

  it.each([
    { error: { code: 'context_length_exceeded' } },
    { error: { message: "This model's maximum context length is 4096 tokens." } },
    { error: { type: 'exceed_context_size_error' } },
  ])('tells that the conversation is too long for it (%j)', async (said) => {
    server.next.push(refuses(400, said));
    await expect(ask()).rejects.toMatchObject({ code: 'parameter_too_long', status: 400 });
  });

  it('is not asked again once a part of its answer has been passed on', async () => {
    server.next.push(harness.breaksOff);
    const pieces: string[] = [];
    const refused = ask({ onText: (piece) => pieces.push(piece) });
    await expect(refused).rejects.toMatchObject({ code: 'model_failed' });
    expect(pieces).toEqual(['Half an ']);
    expect(server.asked).toHaveLength(1);
  });

  it('is stopped when nobody waits any more', async () => {
    server.otherwise = harness.staysSilent;
    const client = new AbortController();
    const refused = expect(ask({ signal: client.signal })).rejects.toThrow('gone');
    await expect.poll(() => server.asked.length).toBe(1);
    client.abort(new Error('gone'));
    await refused;
    await expect.poll(() => server.abandoned).toBe(1);
  });

  const PIECES = 'text/event-stream';
  it.each([
    ['no JSON', sends('text/html', '<html>')],
    ['nothing', sends('application/json', '')],
    ['something else', sends('application/json', '{"data": []}')],
    ['no choice', sends('application/json', '{"choices": []}')],
    ['a number for text', sends('application/json', '{"choices": [{"message": {"content": 5}}]}')],
    ['an error with status 200', sends('application/json', '{"error": {"message": "no"}}')],
    ['an endless answer', sends('application/json', 'x'.repeat(5_000_000))],
    ['a stream of nothing', sends(PIECES, '')],
    ['a stream of no JSON', sends(PIECES, 'data: {\n\n')],
    ['an error within the stream', sends(PIECES, chunkOf({ content: 'a' }), 'data: {"error": {"message": "no"}}\n\n')],
    ['a stream without an end', sends(PIECES, chunkOf({ content: 'a' }))],
    ['a stream without end', sends(PIECES, ...Array(50).fill(`: ${'x'.repeat(100_000)}\n`))],
  ])('is not believed when it answers with %s', async (_, answer) => {
    server.otherwise = answer;
    await expect(listen()).rejects.toMatchObject({ code: 'model_failed' });
  });
});
