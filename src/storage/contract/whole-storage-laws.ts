import { statSync } from 'node:fs';
import { expect } from 'vitest';
import { documentWith, embeddingWith, getDocument, put, vectorsWith } from '../../../testing/stored-samples.js';
import type { LawBook } from './law-book.js';
import { keyWith } from './record-laws.js';

/** Copies, and the end. */
export function wholeStorageLaws({ law, open, newPlace, copyFile }: LawBook): void {
  law('can be copied while it is written', async () => {
    const storage = await open();
    const place = newPlace();
    const ids = Array.from({ length: 500 }, (_, index) => `d${index}`);
    const embedding = embeddingWith(vectorsWith({ passages: 2 }));
    await storage.keys.put(keyWith('k'));
    await storage
      .documents('live')
      .write(ids.map((id) => ({ id, decide: () => documentWith(id, { content: id }), embedding })));
    const writing = Promise.all(ids.map((id) => put(storage, documentWith(`later-${id}`))));
    await storage.copyTo(copyFile(place));
    await writing;
    expect(statSync(copyFile(place)).size).toBeGreaterThan(100_000);
    const copy = await open(place);
    const copied = await copy.documents('live').getMany(ids, ['content', 'passages', 'vectors']);
    expect(copied).toEqual(ids.map((id) => ({ content: id, ...embedding })));
    expect(await copy.keys.get('k')).toEqual(keyWith('k'));
    await expect(storage.copyTo(copyFile(place))).rejects.toThrow();
  });

  law('refuses writes once closed, after those that wait are done', async () => {
    const place = newPlace();
    const storage = await open(place);
    const writing = put(storage, documentWith('a'));
    const closing = storage.close();
    await writing;
    await closing;
    await expect(put(storage, documentWith('b'))).rejects.toThrow('closed');
    expect(await getDocument(await open(place), 'a')).not.toBeNull();
  });
}
