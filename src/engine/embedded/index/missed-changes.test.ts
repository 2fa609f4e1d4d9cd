import { describe, expect } from 'vitest';
import { ALL_ATTEMPTS, it, NEVER, put, remove } from '../../../../testing/faulty-engine.js';
import { planFor } from '../../contract/engine-contract.js';

describe('an engine that was away', () => {
  it('sees a gap in the sequence and reads what it missed', async ({ index }) => {
    await index.open(NEVER);
    await index.write(put(1), put(2));
    index.source.add([put(3), remove(4, 'd1')]);
    await index.write(put(5));
    expect(await index.ids()).toEqual(['d2', 'd3', 'd5']);
  });

  it('does not apply a change again that it has read already', async ({ index }) => {
    await index.open(NEVER);
    await index.write(put(1));
    const late = put(3, 'x');
    index.source.add([put(2), late, remove(4, 'x')]);
    await index.engine.apply([remove(4, 'x')]);
    await index.engine.apply([late]);
    expect(await index.ids()).toEqual(['d1', 'd2']);
  });

  it('rebuilds the index when the changes are no longer known, and answers no query meanwhile', async ({ index }) => {
    await index.open(NEVER);
    await index.write(put(1), put(2));
    index.source.add([put(3), remove(4, 'd1')]);
    await index.source.forgetChanges(4);
    const { all } = index.source;
    const refusals: Promise<unknown>[] = [];
    index.source.all = async function* () {
      refusals.push(expect(index.engine.find(planFor({}))).rejects.toMatchObject({ code: 'engine_unavailable' }));
      yield* all.call(index.source);
    };
    await index.write(put(5));
    await Promise.all(refusals);
    expect(refusals).toHaveLength(1);
    expect(await index.ids()).toEqual(['d2', 'd3', 'd5']);
    expect(index.warnings).toEqual(['rebuilding the index from the store']);
  });

  it('rebuilds the index while the store can not yet forget what was saved', async ({ index }) => {
    await index.open(NEVER, 5);
    const { forgetChanges } = index.source;
    let isApplied = () => {};
    const applied = new Promise<void>((resolve) => {
      isApplied = resolve;
    });
    // The store hands changes on in order, so it confirms a later write of its own only when the engine has applied them.
    const forgetting = new Promise<void>((resolve) => {
      index.source.forgetChanges = async (sequence) => {
        resolve();
        await applied;
        await forgetChanges.call(index.source, sequence);
      };
    });
    await index.write(put(1));
    await forgetting;
    index.source.add([put(2), put(3)]);
    await forgetChanges.call(index.source, 3);
    await index.write(put(4));
    isApplied();
    expect(await index.ids()).toEqual(['d1', 'd2', 'd3', 'd4']);
  });

  it('rebuilds the index once more after a crash, if only a part of it was saved', async ({ index, threads }) => {
    await index.open(NEVER);
    await index.write(put(1), put(2));
    index.source.add([put(3)]);
    await index.source.forgetChanges(3);
    await index.write(put(4));
    // After every merge the manifest is saved, without what is unsaved.
    await threads.indexer.call('saveManifest', { index: index.name });
    await index.open(NEVER);
    expect(await index.ids()).toEqual(['d1', 'd2', 'd3', 'd4']);
  });

  it('never saves an index that could not be rebuilt whole', async ({ index }) => {
    await index.open(NEVER);
    await index.write(put(1), put(2));
    index.source.add([put(3)]);
    await index.source.forgetChanges(3);
    index.fail('apply', 'answer lost', ALL_ATTEMPTS);
    await expect(index.write(put(4))).rejects.toThrow();
    await expect(index.engine.find(planFor({}))).rejects.toMatchObject({ code: 'engine_unavailable' });
    await index.engine.close();
    await index.open(NEVER);
    expect(await index.ids()).toEqual(['d1', 'd2', 'd3', 'd4']);
  });
});
