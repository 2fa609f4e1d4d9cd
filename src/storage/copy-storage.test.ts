import { afterEach, describe, expect, it } from 'vitest';
import { ScratchStorages } from '../../testing/scratch-storage.js';
import { documentWith, put } from '../../testing/stored-samples.js';
import { COUNTS, contentOf, DOCUMENTS, fill } from '../../testing/whole-storage.js';
import { CopyIncomplete, copyStorage } from './copy-storage.js';

const scratch = new ScratchStorages();
afterEach(() => scratch.cleanUp());

describe('a copy of a folder', () => {
  it('has everything, also if it is made twice', async () => {
    const [from, to] = [await scratch.open(), await scratch.open()];
    await fill(from);
    for (const _ of [1, 2]) {
      const counts = await copyStorage(from, to);
      expect(counts).toEqual(COUNTS);
      expect(await contentOf(to)).toEqual(await contentOf(from));
    }
    expect(await to.documents('live').lastSequence()).toBe(DOCUMENTS);
  });

  it('with something else in it is refused in the end', async () => {
    const [from, to] = [await scratch.open(), await scratch.open()];
    await fill(from);
    await put(to, documentWith('other'));
    await expect(copyStorage(from, to)).rejects.toThrow(CopyIncomplete);
  });
});
