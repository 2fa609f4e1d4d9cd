import { expect } from 'vitest';
import { collect, documentWith, getDocument, put } from '../../../testing/stored-samples.js';
import type { Change } from '../../domain/document/document.js';
import type { DocumentStorage } from '../storage.js';
import type { LawBook } from './law-book.js';

/** How an index follows the documents. */
export function changeLaws({ law, open, newPlace }: LawBook): void {
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

  law('has the latest change of each document alone', async () => {
    const storage = await open();
    const documents = storage.documents('live');
    const remove = { id: 'a', decide: () => 'delete' as const };
    for (const _ of [1, 2]) {
      await put(storage, documentWith('a'));
      await documents.write([remove]);
    }
    await put(storage, documentWith('b'));
    expect(await changesOf(documents, 0)).toEqual(['4 delete', '5 put']);
    expect(await changesOf(documents, 4)).toEqual(['5 put']);
    expect(await changesOf(documents, 5)).toEqual([]);
  });

  law('forgets changes, and says so to a reader who asks for what is forgotten', async () => {
    const place = newPlace();
    const storage = await open(place);
    const documents = storage.documents('live');
    const ids = Array.from({ length: 1200 }, (_, index) => `d${index}`);
    await documents.write(ids.map((id) => ({ id, decide: () => documentWith(id) })));
    await documents.forgetChanges(1199);
    expect(await documents.changesAfter(1198)).toBeNull();
    expect(await changesOf(documents, 1199)).toEqual(['1200 put']);
    await documents.forgetChanges(5000);
    await storage.close();
    const again = (await open(place)).documents('live');
    expect(await again.lastSequence()).toBe(1200);
    expect(await changesOf(again, 1200)).toEqual([]);
  });
}

async function changesOf(documents: DocumentStorage, sequence: number): Promise<string[] | null> {
  const changes: AsyncIterable<Change[]> | null = await documents.changesAfter(sequence);
  return changes && (await collect(changes)).flat().map((change) => `${change.sequence} ${change.kind}`);
}
