import { expect } from 'vitest';
import { collect, documentWith, getDocument, put } from '../../../testing/stored-samples.js';
import type { LawBook } from './law-book.js';

/** How an index follows the documents. */
export function changeLaws({ law, open }: LawBook): void {
  law('tells listeners every change once, in order, before the writers', async () => {
    const storage = await open();
    const seen: number[] = [];
    storage.documents('live').onCommit(async (changes) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.push(...changes.map(({ sequence }) => sequence));
    });
    const ids = Array.from({ length: 3000 }, (_, index) => `d${index}`);
    await Promise.all(
      ids.map(async (id) => {
        const [result] = await storage.documents('live').write([{ id, decide: () => documentWith(id) }]);
        if (result.status === 'fulfilled') expect(seen).toContain(result.value.change.sequence);
      }),
    );
    expect(seen).toEqual(ids.map((_, index) => index + 1));
  });

  law('reads all documents from one state while writes go on', async () => {
    const storage = await open();
    const documents = storage.documents('live');
    // More than one batch, whatever a storage takes for one.
    const ids = Array.from({ length: 1200 }, (_, index) => `d${String(index).padStart(4, '0')}`);
    await documents.write(ids.map((id) => ({ id, decide: () => documentWith(id, { content: 'old' }) })));
    const seen: string[] = [];
    let batches = 0;
    for await (const batch of documents.all()) {
      seen.push(...batch.map(({ document }) => `${document.id} ${document.content}`));
      await put(storage, documentWith('d1199', { content: 'new' }));
      await put(storage, documentWith(`z${batches++}`));
    }
    expect(batches).toBeGreaterThan(1);
    expect(seen).toEqual(ids.map((id) => `${id} old`));
    expect((await getDocument(storage, 'd1199'))?.content).toBe('new');
  });

  law('reads on behind a document, whether or not it is still there', async () => {
    const storage = await open();
    for (const id of ['a', 'c', 'd']) await put(storage, documentWith(id));
    const idsAfter = async (after: string) =>
      (await collect(storage.documents('live').all({ after }))).flat().map(({ document }) => document.id);
    expect(await idsAfter('a')).toEqual(['c', 'd']);
    expect(await idsAfter('b')).toEqual(['c', 'd']);
    expect(await idsAfter('d')).toEqual([]);
  });
}
