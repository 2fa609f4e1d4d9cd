import { describe, expect, it } from 'vitest';
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
