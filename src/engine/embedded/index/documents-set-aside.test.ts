import { describe, expect } from 'vitest';
import { type FaultyEngine, it, NEVER, put, remove, unavailableFor } from '../../../../testing/faulty-engine.js';
import type { Change } from '../../../domain/document/document.js';
import { documentWith } from '../../contract/engine-contract.js';

describe('a document that can never be indexed', () => {
  const setAside = async ({ engine }: FaultyEngine) => (await engine.status()).figures.set_aside;

  /** Writes until the index has caught up. Answers how many writes were refused. */
  async function writeUntilAccepted(index: FaultyEngine, from: number): Promise<number> {
    for (let refused = 0; ; refused++) {
      const accepted = await index.write(put(from + refused)).then(
        () => true,
        () => false,
      );
      if (accepted) return refused;
    }
  }

  it('is set aside after repeated failures, so that all others are found', async ({ index }) => {
    await index.open(NEVER);
    index.poisonous.add('bad');
    await index.write(put(1));
    await expect(index.write(put(2), put(3, 'bad'), put(4))).rejects.toMatchObject(unavailableFor('poison'));
    expect(await writeUntilAccepted(index, 5)).toBe(1);
    await index.write(put(7), remove(8, 'd1'));
    expect(await index.ids()).toEqual(['d2', 'd4', 'd5', 'd6', 'd7']);
    expect(await setAside(index)).toBe(1);
    expect(index.errors).toMatchObject([
      { document: 'bad', tenant: documentWith({ id: 'bad' }).tenantId, sequence: 3 },
    ]);
  });

  it('is set aside without another write, too', async ({ index }) => {
    await index.open(5);
    index.poisonous.add('bad');
    await expect(index.write(put(1), put(2, 'bad'), put(3))).rejects.toMatchObject(unavailableFor('poison'));
    await expect.poll(() => setAside(index)).toBe(1);
    // What comes after it is indexed a moment later.
    await expect.poll(() => index.ids()).toEqual(['d1', 'd3']);
  });

  it('fails in the indexer itself', async ({ index }) => {
    await index.open(NEVER);
    const tooLong = { space: 'test', codes: [new Int8Array(5000)] };
    const bad: Change = { kind: 'put', sequence: 2, document: documentWith({ id: 'bad' }), vectors: [tooLong] };
    await expect(index.write(put(1), bad, put(3))).rejects.toMatchObject(unavailableFor('dimensions'));
    await writeUntilAccepted(index, 4);
    expect(await index.ids()).toEqual(['d1', 'd3', 'd4', 'd5']);
    expect(await setAside(index)).toBe(1);
  });

  it('is found among many', async ({ index }) => {
    await index.open(NEVER);
    const poisonous = ['d7', 'd8', 'd64', 'd100'];
    for (const id of poisonous) index.poisonous.add(id);
    await expect(index.write(...Array.from({ length: 100 }, (_, i) => put(i + 1)))).rejects.toMatchObject(
      unavailableFor('poison'),
    );
    await writeUntilAccepted(index, 101);
    expect(await index.ids()).toHaveLength(100 - poisonous.length + 2);
    expect(await setAside(index)).toBe(poisonous.length);
    expect(index.errors).toMatchObject(poisonous.map((document) => ({ document })));
  });

  it('is not found in its former version either, which may belong to another tenant', async ({ index }) => {
    await index.open(NEVER);
    await index.write(put(1, 'bad'), put(2));
    index.poisonous.add('bad');
    await expect(index.write(put(3, 'bad'))).rejects.toMatchObject(unavailableFor('poison'));
    await writeUntilAccepted(index, 4);
    expect(await index.ids()).toEqual(['d2', 'd4', 'd5']);
  });

  it('is indexed as soon as a version of it can be', async ({ index }) => {
    await index.open(NEVER);
    index.poisonous.add('bad');
    await expect(index.write(put(1, 'bad'))).rejects.toMatchObject(unavailableFor('poison'));
    await writeUntilAccepted(index, 2);
    index.poisonous.clear();
    await index.write(put(4, 'bad'));
    expect(await index.ids()).toEqual(['bad', 'd2', 'd3']);
    expect(await setAside(index)).toBe(0);
  });

  it('is no longer counted once it is deleted', async ({ index }) => {
    await index.open(NEVER);
    index.poisonous.add('bad');
    await expect(index.write(put(1, 'bad'))).rejects.toMatchObject(unavailableFor('poison'));
    await writeUntilAccepted(index, 2);
    await index.write(remove(4, 'bad'));
    expect(await setAside(index)).toBe(0);
    await index.engine.close();
    await index.open(NEVER);
    expect(await index.ids()).toEqual(['d2', 'd3']);
    expect(await setAside(index)).toBe(0);
  });

  it.for(['saved', 'lost'])('is tried again at every start (changes %s)', async (changes, { index }) => {
    await index.open(NEVER);
    await index.write(put(1));
    await index.engine.close();
    await index.open(NEVER);
    index.poisonous.add('bad');
    await expect(index.write(put(2, 'bad'))).rejects.toMatchObject(unavailableFor('poison'));
    await writeUntilAccepted(index, 3);
    if (changes === 'saved') await index.engine.close();
    await index.open(NEVER);
    expect(await index.ids()).toEqual(['d1', 'd3', 'd4']);
    expect(await setAside(index)).toBe(1);
    await index.write(put(5));
    await index.engine.close();
    index.poisonous.clear();
    await index.open(NEVER);
    expect(await index.ids()).toEqual(['bad', 'd1', 'd3', 'd4', 'd5']);
    expect(await setAside(index)).toBe(0);
  });

  it('is not lost once it could be indexed, if a crash follows the next merge', async ({ index }) => {
    for (let sequence = 1; sequence <= 3; sequence++) {
      await index.open(NEVER);
      await index.write(put(sequence));
      await index.engine.close();
    }
    await index.open(NEVER);
    index.poisonous.add('bad');
    await expect(index.write(put(4, 'bad'))).rejects.toMatchObject(unavailableFor('poison'));
    await writeUntilAccepted(index, 5);
    await index.engine.close();
    index.poisonous.clear();
    // Written before a crash, so it has to be read from the store.
    index.source.add([put(7)]);
    // The four segments of four saves are due to be merged.
    await index.open(NEVER);
    await expect.poll(() => index.savedSegments()).toHaveLength(1);
    await index.open(NEVER);
    expect(await index.ids()).toEqual(['bad', 'd1', 'd2', 'd3', 'd5', 'd6', 'd7']);
  });

  it('does not stop the index from being rebuilt', async ({ index }) => {
    index.source.add([put(1), put(2, 'bad'), put(3)]);
    await index.source.forgetChanges(3);
    index.poisonous.add('bad');
    await index.open(NEVER);
    expect(await index.ids()).toEqual(['d1', 'd3']);
    expect(await setAside(index)).toBe(1);
  });

  it('does not stop an index from catching up that has to be rebuilt', async ({ index }) => {
    await index.open(NEVER);
    await index.write(put(1));
    index.source.add([put(2, 'bad'), put(3)]);
    await index.source.forgetChanges(3);
    index.poisonous.add('bad');
    expect(await writeUntilAccepted(index, 4)).toBe(2);
    expect(await index.ids()).toEqual(['d1', 'd3', 'd4', 'd5', 'd6']);
    expect(await setAside(index)).toBe(1);
  });
});
