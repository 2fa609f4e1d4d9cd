import { expect } from 'vitest';
import { collect, documentWith, put } from '../../../testing/stored-samples.js';
import type { Change } from '../../domain/document/document.js';
import type { LocalStorage, LoggedDocuments } from '../storage.js';
import type { LawBook } from './law-book.js';

/** How an index that was away learns what it missed. */
export function changeLogLaws({ law, open, newPlace }: LawBook<LocalStorage>): void {
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

  law('counts the writes that changed something, and no others', async () => {
    const storage = await open();
    const documents = storage.documents('live');
    const refuse = () => {
      throw new Error('refused');
    };
    expect(await documents.lastSequence()).toBe(0);
    await documents.write([
      { id: 'a', decide: () => documentWith('a') },
      { id: 'b', decide: refuse },
      { id: 'a', decide: () => documentWith('a') },
    ]);
    await documents.dropVectors('space');
    expect(await documents.lastSequence()).toBe(2);
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

async function changesOf(documents: LoggedDocuments, sequence: number): Promise<string[] | null> {
  const changes: AsyncIterable<Change[]> | null = await documents.changesAfter(sequence);
  return changes && (await collect(changes)).flat().map((change) => `${change.sequence} ${change.kind}`);
}
