import { BlockList } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallableThread, workerFile } from './callable-thread.js';

describe('CallableThread', () => {
  type Methods = { echo: (payload: unknown) => unknown };
  const ECHO = `
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ call, payload }) => parentPort.postMessage({ call, result: payload }));
  `;
  const start = () =>
    new CallableThread<Methods>(new URL(`data:text/javascript,${encodeURIComponent(ECHO)}`), {
      onCrash: (error) => {
        throw error;
      },
    });

  it('rejects calls once it is closed, which nobody would answer', async () => {
    const thread = start();
    expect(await thread.call('echo', 'sent')).toBe('sent');
    await thread.close();
    await expect(thread.call('echo', 'late')).rejects.toMatchObject({ code: 'shutting_down' });
    expect(thread.waiting).toBe(0);
  });

  it('does not wait for the answer to a call that could not be sent', async () => {
    const thread = start();
    await expect(thread.call('echo', () => {})).rejects.toThrow('could not be cloned');
    expect(thread.waiting).toBe(0);
    await thread.close();
  });
});

describe('a message that can not be read', () => {
  type Methods = { sendBack: (payload: unknown) => unknown };
  /** Node.js calls the method of this name when an object of the class arrives. */
  const arrivals = BlockList.prototype as unknown as Record<symbol, () => void>;
  const arrival = Object.getOwnPropertySymbols(arrivals).find(
    ({ description }) => description === 'messaging_deserialize_symbol',
  )!;
  const threadOf = (program: string, onCrash: (error: Error) => void = () => undefined) => {
    const serving = workerFile(import.meta.url, './callable-thread.js').href;
    const source = `
      import { BlockList } from 'node:net';
      import { serveCalls } from '${serving}';
      ${program}
    `;
    return new CallableThread<Methods>(new URL(`data:text/javascript,${encodeURIComponent(source)}`), { onCrash });
  };

  afterEach(() => vi.restoreAllMocks());

  it('ends the wait for all answers if it was one', async () => {
    const onCrash = vi.fn();
    const thread = threadOf('serveCalls({ sendBack: () => new BlockList() });', onCrash);
    vi.spyOn(arrivals, arrival).mockImplementation(() => {
      throw new Error('unreadable answer');
    });
    await expect(thread.call('sendBack', null)).rejects.toThrow('unreadable answer');
    await expect(thread.call('sendBack', null)).rejects.toThrow('unreadable answer');
    expect(onCrash).toHaveBeenCalledOnce();
  });

  it('crashes a thread that was to receive it', async () => {
    const thread = threadOf(`
      for (const name of Object.getOwnPropertySymbols(BlockList.prototype)) {
        if (name.description !== 'messaging_deserialize_symbol') continue;
        BlockList.prototype[name] = () => { throw new Error('unreadable call'); };
      }
      serveCalls({ sendBack: (payload) => payload });
    `);
    await expect(thread.call('sendBack', new BlockList())).rejects.toThrow('unreadable call');
  });
});

describe('workerFile', () => {
  it('is the neighbour of a compiled module', () => {
    expect(workerFile('file:///srv/sextant/dist/background/pool.js', './thread.js').href).toBe(
      'file:///srv/sextant/dist/background/thread.js',
    );
  });

  it('is the compiled neighbour of a module that runs from its source', () => {
    expect(workerFile('file:///srv/src/sextant/src/background/pool.ts', './thread.js').href).toBe(
      'file:///srv/src/sextant/dist/background/thread.js',
    );
  });
});
