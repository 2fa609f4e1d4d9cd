import { afterEach, describe, expect, it } from 'vitest';
import { documentWith, put, ScratchStorages } from '../../../testing/scratch-storage.js';
import type { StoredChange } from '../storage.js';

const scratch = new ScratchStorages();

afterEach(() => scratch.cleanUp());

describe('the change log', () => {
  const summary = (changes: Iterable<StoredChange> | null) =>
    changes && [...changes].map((change) => `${change.sequence} ${change.kind}`);

  it('has the latest change of each document alone', async () => {
    const storage = await scratch.open();
    const documents = storage.documents('live');
    const remove = { id: 'a', decide: () => 'delete' as const };
    for (const _ of [1, 2]) {
      await put(storage, documentWith('a'));
      await documents.write([remove]);
    }
    await put(storage, documentWith('b'));
    expect(summary(documents.changesAfter(0))).toEqual(['4 delete', '5 put']);
    expect(summary(documents.changesAfter(4))).toEqual(['5 put']);
    expect(summary(documents.changesAfter(5))).toEqual([]);
  });

  it('forgets, and says so to whoever asks for what is forgotten', async () => {
    const folder = scratch.newFolder();
    const storage = await scratch.open(folder);
    const documents = storage.documents('live');
    const ids = Array.from({ length: 1200 }, (_, index) => `d${index}`);
    await documents.write(ids.map((id) => ({ id, decide: () => documentWith(id) })));
    await documents.forgetChanges(1199);
    expect(documents.changesAfter(1198)).toBeNull();
    expect(summary(documents.changesAfter(1199))).toEqual(['1200 put']);
    await documents.forgetChanges(5000);
    await storage.close();
    const again = (await scratch.open(folder)).documents('live');
    expect(again.lastSequence()).toBe(1200);
    expect(summary(again.changesAfter(1200))).toEqual([]);
  });
});
