import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { it, NEVER, put, remove } from '../../../../testing/faulty-engine.js';
import { planFor } from '../../contract/engine-contract.js';
import { Maintenance } from './maintenance.js';

describe('merges and saves that fail', () => {
  it('leave queries with every document', async ({ index }) => {
    await index.open(NEVER, 20);
    index.fail('finishMerge', 'answer lost', 1);
    index.fail('gatherSmall', 'answer lost', 1);
    const documents = Array.from({ length: 9000 }, (_, i) => put(i + 1, `n${i}`));
    for (let from = 0; from < documents.length; from += 500) await index.write(...documents.slice(from, from + 500));
    await expect.poll(() => index.faults.length, { timeout: 10_000 }).toBe(0);
    expect((await index.engine.find(planFor({}))).total).toBe(9000);
    await index.write(remove(9001, 'n0'), put(9002, 'n1'), put(9003, 'new'));
    expect((await index.engine.find(planFor({}))).total).toBe(9000);
  });

  it('do not keep a rebuilt index from being searched, and are tried again', async ({ index }) => {
    index.source.add([put(1), put(2)]);
    await index.source.forgetChanges(2);
    index.fail('saveAll', 'not done', 1);
    await index.open(NEVER, 20);
    expect(index.warnings).toContain('index maintenance failed');
    expect(await index.ids()).toEqual(['d1', 'd2']);
    await expect.poll(() => index.savedSegments()).toHaveLength(1);
  });

  it('are tried again while nothing is written', async ({ index }) => {
    await index.open(NEVER, 20);
    index.fail('finishMerge', 'not done', 1);
    for (const from of [1, 301]) {
      await index.write(...Array.from({ length: 300 }, (_, i) => put(from + i)));
      await expect.poll(async () => (await index.engine.status()).unsavedDocuments).toBe(0);
    }
    await expect.poll(async () => (await index.engine.status()).figures.segments, { timeout: 10_000 }).toBe(1);
    expect(index.faults).toEqual([]);
  });
});

describe('merges when there is no end of them', () => {
  /** Maintenance of an index in which so many merges are due, one after the other. */
  function maintenanceWith({ due }: { due: number }) {
    const merges = { done: 0 };
    const index = {
      name: 'busy',
      mergeNext: async () => {
        await nextTurn();
        return ++merges.done < due;
      },
      save: async () => 0,
      saveManifest: async () => 0,
    };
    const source = { forgetChanges: async () => {} };
    return { merges, maintenance: new Maintenance({ index, source, log: { warn: () => {} } }) };
  }

  it.for(['suspend', 'close'] as const)('go on after %s only to the end of the one that runs', async (stop) => {
    const { merges, maintenance } = maintenanceWith({ due: 100 });
    maintenance.resume();
    await nextTurn();
    const before = merges.done;
    await maintenance[stop]();
    expect(merges.done).toBeLessThanOrEqual(before + 1);
    await maintenance.close();
  });

  it('are all done otherwise', async () => {
    const { merges, maintenance } = maintenanceWith({ due: 100 });
    maintenance.resume();
    await maintenance.settled();
    expect(merges.done).toBe(100);
    await maintenance.close();
  });
});
