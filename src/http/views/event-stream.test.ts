import { setTimeout as sleep } from 'node:timers/promises';
import { type FastifyInstance, fastify, type RouteHandlerMethod } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../domain/errors/error.js';
import { untilAnswered, withinTime } from '../admission/work-limit.js';
import { type SendEvent, sendEvents } from './event-stream.js';

describe('an event stream', () => {
  let server: FastifyInstance;
  let produce: (send: SendEvent, gone: AbortSignal) => Promise<void>;
  let address: string;

  beforeEach(async () => {
    server = fastify({ forceCloseConnections: true });
    server.decorateRequest('caller', null);
    server.decorateRequest('errorCode', null);
    server.decorateRequest('workSignal', undefined);
    server.post('/events', async (request, reply) => {
      const gone = untilAnswered(reply);
      return sendEvents(request, reply, (send) => produce(send, gone));
    });
    const untilAborted: RouteHandlerMethod = async (request, reply) =>
      sendEvents(request, reply, async (send) => {
        send('delta', { text: 'a' });
        const signal = request.workSignal!;
        await new Promise((aborted) => signal.addEventListener('abort', aborted));
        // As much later as work in other threads notices it.
        await sleep(5);
        throw signal.reason;
      });
    server.post('/limited', withinTime(untilAborted, 50));
    address = await server.listen({ port: 0 });
  });

  afterEach(() => server.close());

  const ask = (signal?: AbortSignal, path = 'events') =>
    fetch(`${address}/${path}`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
      signal,
    });

  it('sends each event on lines of its own, whatever is in it', async () => {
    produce = async (send) => {
      send('delta', { text: 'a\n\nevent: b' });
      await sleep(5);
      send('done', { n: 1 });
    };
    const response = await ask();
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await response.text()).toBe(
      ': hello\n\nevent: delta\ndata: {"text":"a\\n\\nevent: b"}\n\nevent: done\ndata: {"n":1}\n\n',
    );
  });

  it('ends with an error event where the work fails, without details of a defect', async () => {
    produce = async (send) => {
      send('delta', { text: 'a' });
      throw failure('model_failed', 'The model is gone.');
    };
    const refused = (await (await ask()).text()).split('\n\n').at(-2) ?? '';
    expect(refused).toMatch(/^event: error\ndata: /);
    expect(JSON.parse(refused.split('data: ')[1])).toMatchObject({
      object: 'error',
      url: '/events',
      error: { code: 'model_failed', message: 'The model is gone.' },
    });
    produce = async () => {
      throw new Error('secret');
    };
    expect(await (await ask()).text()).not.toContain('secret');
  });

  it('ends with an error event where the work takes too long', async () => {
    const text = await (await ask(undefined, 'limited')).text();
    expect(text).toContain('event: delta');
    expect(text).toMatch(/event: error\ndata: .*"overloaded".*\n\n$/);
  });

  it('lets the work know that the client has gone away', async () => {
    const noticed = new Promise<void>((resolve) => {
      produce = async (send, gone) => {
        send('delta', { text: 'a' });
        await new Promise((aborted) => gone.addEventListener('abort', aborted));
        send('delta', { text: 'to nobody' });
        resolve();
      };
    });
    const client = new AbortController();
    const response = await ask(client.signal);
    await response.body?.getReader().read();
    client.abort();
    await noticed;
  });
});
