import { describe, expect } from 'vitest';
import {
  ALL_ATTEMPTS,
  type Fault,
  it,
  NEVER,
  put,
  RETRIES,
  remove,
  unavailableFor,
} from '../../../../testing/faulty-engine.js';

describe('changes that could not be indexed', () => {
  it.for<Fault>(['not done', 'answer lost'])(
    'are tried again, and seen once apply resolves (%s)',
    async (fault, { index }) => {
      await index.open(NEVER);
      await index.write(put(1), put(2));
      index.fail('apply', fault, RETRIES);
      await index.write(put(3), remove(4, 'd1'), put(5, 'd2'));
      expect(await index.ids()).toEqual(['d2', 'd3']);
      await index.write(put(6, 'd3'), remove(7, 'd2'));
      expect(await index.ids()).toEqual(['d3']);
      expect((await index.engine.status()).documents).toBe(1);
    },
  );

  it.for<Fault>(['not done', 'answer lost'])(
    'come before newer ones once apply has given up (%s)',
    async (fault, { index }) => {
      await index.open(NEVER);
      await index.write(put(1), put(2));
      index.fail('apply', fault, ALL_ATTEMPTS);
      await expect(index.write(put(3), remove(4, 'd1'))).rejects.toMatchObject(unavailableFor(fault));
      // A change that was not acknowledged may be seen or not.
      if (fault === 'not done') expect(await index.ids()).toEqual(['d1', 'd2']);
      await index.write(put(5));
      expect(await index.ids()).toEqual(['d2', 'd3', 'd5']);
    },
  );

  it('are seen once apply without changes resolves', async ({ index }) => {
    await index.open(NEVER);
    index.fail('apply', 'not done', 2 * ALL_ATTEMPTS);
    await expect(index.write(put(1))).rejects.toMatchObject({ status: 503 });
    await expect(index.engine.apply([])).rejects.toMatchObject({ status: 503 });
    await index.engine.apply([]);
    expect(await index.ids()).toEqual(['d1']);
  });

  it('let no newer change pass while the index cannot catch up', async ({ index }) => {
    await index.open(NEVER);
    index.fail('apply', 'not done', 2 * ALL_ATTEMPTS);
    await expect(index.write(put(1))).rejects.toThrow();
    await expect(index.write(put(2))).rejects.toThrow();
    expect(await index.ids()).toEqual([]);
    await index.write(put(3));
    expect(await index.ids()).toEqual(['d1', 'd2', 'd3']);
  });

  it('are caught up with by themselves', async ({ index }) => {
    await index.open(5);
    index.fail('apply', 'not done', 3 * ALL_ATTEMPTS);
    await expect(index.write(put(1))).rejects.toThrow();
    await expect.poll(() => index.ids()).toEqual(['d1']);
    expect(index.faults).toEqual([]);
  });

  it('keep their order when several are handed over at once', async ({ index }) => {
    await index.open(NEVER);
    index.fail('apply', 'answer lost', 1);
    const writes = [
      index.write(put(1, 'a')),
      index.write(remove(2, 'a')),
      index.write(put(3, 'a'), put(4, 'b')),
      index.write(remove(5, 'b')),
    ];
    await Promise.all(writes);
    expect(await index.ids()).toEqual(['a']);
  });

  it('are all found after a restart', async ({ index }) => {
    await index.open(NEVER);
    await index.write(put(1));
    index.fail('apply', 'not done', ALL_ATTEMPTS);
    await expect(index.write(put(2))).rejects.toThrow();
    await index.engine.close();
    await index.open(NEVER);
    expect(await index.ids()).toEqual(['d1', 'd2']);
  });
});

describe('an engine that fails as a whole', () => {
  it.for<Fault>(['not done', 'answer lost'])(
    'sets no document aside, whenever it recovers (%s)',
    async (fault, { index }) => {
      await index.open(NEVER);
      let sequence = 0;
      for (let failures = 1; failures <= 24; failures++) {
        index.fail('apply', fault, failures);
        while (index.faults.length > 0) {
          await index.write(put(sequence + 1), put(sequence + 2)).catch(() => undefined);
          sequence += 2;
        }
      }
      await index.write(put(++sequence));
      expect(await index.ids()).toHaveLength(sequence);
      expect((await index.engine.status()).figures.set_aside).toBe(0);
      expect(index.errors).toEqual([]);
    },
  );

  it('sets no document aside where no document at all can be indexed', async ({ index }) => {
    await index.open(NEVER);
    index.poisonous.add('d1');
    index.fail('setAside', 'not done', 1);
    for (let sequence = 1; sequence <= 3; sequence++) await expect(index.write(put(sequence))).rejects.toThrow();
    expect(index.faults).toEqual([]);
    expect(index.errors).toEqual([]);
    index.poisonous.clear();
    await index.write(put(4));
    expect(await index.ids()).toEqual(['d1', 'd2', 'd3', 'd4']);
  });
});
