import { expect, it } from 'vitest';
import type { Engine } from '../engine.js';
import { documentWith } from './engine-contract.js';
import { EngineOfTest, type EngineUnderTest } from './engine-under-test.js';

/** Engines that do nothing, and how many of them are open. */
class CountedEngines {
  running = 0;
  /** Called while one is being opened. */
  whileOpening = async () => {};

  open = async (): Promise<EngineUnderTest> => {
    await this.whileOpening();
    this.running++;
    return {
      engine: {} as Engine,
      write: async () => {},
      restart: async () => {},
      dispose: async () => void this.running--,
    };
  };
}

it('has one engine at a time, and begins to count with each', async () => {
  const engines = new CountedEngines();
  const index = new EngineOfTest(engines.open);
  for (let time = 0; time < 2; time++) {
    await index.start();
    expect([index.put(documentWith({ id: 'a' })).sequence, index.remove('a').sequence]).toEqual([1, 2]);
    expect(engines.running).toBe(1);
  }
  await index.end();
  expect(engines.running).toBe(0);
});

it('refuses everything to a test that goes on after its end', async () => {
  const engines = new CountedEngines();
  const index = new EngineOfTest(engines.open);
  const { write } = await index.start();
  await index.end();
  expect(() => write([])).toThrow('over');
  expect(() => index.restart('gracefully')).toThrow('over');
  expect(() => index.engine).toThrow('over');
  await expect(index.start()).rejects.toThrow('over');
  expect(engines.running).toBe(0);
});

it('leaves no engine behind that was being opened when the test ended', async () => {
  const engines = new CountedEngines();
  const index = new EngineOfTest(engines.open);
  engines.whileOpening = () => index.end();
  await expect(index.start()).rejects.toThrow('over');
  expect(engines.running).toBe(0);
});
