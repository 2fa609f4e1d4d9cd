import { expect } from 'vitest';
import { collect, documentWith, embeddingWith, put, vectorsWith } from '../../../testing/stored-samples.js';
import type { DocumentVectors, Passage } from '../../domain/document/vectors.js';
import type { Storage, WholeRange } from '../storage.js';
import type { LawBook } from './law-book.js';

async function vectorsOf(storage: Storage, id: string, space = 'space'): Promise<DocumentVectors | null> {
  const [found] = await storage.documents('live').getMany([id], ['vectors']);
  return found?.vectors.find((vectors) => vectors.space === space) ?? null;
}

async function passagesOf(storage: Storage, id: string): Promise<readonly Passage[] | null> {
  const [found] = await storage.documents('live').getMany([id], ['passages']);
  return found?.passages ?? null;
}

/** Passages and their vectors. */
export function embeddingLaws({ law, open }: LawBook): void {
  law('gives back vectors and passages exactly as they were put, and none where none were', async () => {
    const storage = await open();
    const several = vectorsWith({ space: 'räume/1', passages: 300 });
    const wider = vectorsWith({ space: 'x', passages: 300, dimensions: 40 });
    const empty = { space: 'x', codes: [] };
    const embedding = embeddingWith(wider, several);
    await put(storage, documentWith('several'), embedding);
    await put(storage, documentWith('empty'), embeddingWith(empty));
    await put(storage, documentWith('unembedded'), embeddingWith());
    expect(await vectorsOf(storage, 'several', 'räume/1')).toEqual(several);
    expect(await vectorsOf(storage, 'several', 'x')).toEqual(wider);
    expect(await passagesOf(storage, 'several')).toEqual(embedding.passages);
    expect(await vectorsOf(storage, 'empty', 'x')).toEqual(empty);
    for (const id of ['several', 'empty']) expect(await vectorsOf(storage, id)).toBeNull();
    for (const id of ['unembedded', 'unknown', '', 'x'.repeat(9000)]) expect(await vectorsOf(storage, id)).toBeNull();
    for (const id of ['empty', 'unembedded']) expect(await passagesOf(storage, id)).toEqual([]);
    expect(await passagesOf(storage, 'unknown')).toBeNull();
  });

  law('keeps the vectors of a document that is changed without them, also within one batch', async () => {
    const storage = await open();
    const documents = storage.documents('live');
    const embedding = embeddingWith(vectorsWith({ passages: 2 }));
    const { vectors } = embedding;
    const heard: unknown[] = [];
    documents.onCommit(async (changes) => {
      for (const change of changes) heard.push(change.kind === 'put' ? change.vectors : change.kind);
    });
    const change = { id: 'a', decide: () => documentWith('a', { title: 'New' }) };
    const create = { id: 'a', decide: () => documentWith('a'), embedding };
    await documents.write([change, create, change, { ...change, embedding: embeddingWith() }, create]);
    await documents.write([change]);
    expect(heard).toEqual([[], vectors, vectors, [], vectors, vectors]);
    expect(await vectorsOf(storage, 'a')).toEqual(vectors[0]);
    expect(await passagesOf(storage, 'a')).toEqual(embedding.passages);
  });

  law('removes vectors with their document, and gives them to no other of the same id', async () => {
    const storage = await open();
    const remove = { id: 'a', decide: () => 'delete' as const };
    await put(storage, documentWith('a'), embeddingWith(vectorsWith({ passages: 1 })));
    await storage.documents('live').write([remove, { id: 'a', decide: () => documentWith('a') }]);
    expect(await vectorsOf(storage, 'a')).toBeNull();
    expect(await passagesOf(storage, 'a')).toEqual([]);
  });

  law('reads all documents with their passages, those with only one if asked for', async () => {
    const storage = await open();
    const documents = storage.documents('live');
    const embeddings = [0, 1, 2].map((passages) => embeddingWith(vectorsWith({ passages })));
    for (const [index, embedding] of embeddings.entries()) await put(storage, documentWith(`d${index}`), embedding);
    const passagesIn = async (range?: WholeRange) =>
      (await collect(documents.all(range))).flat().map(({ passages }) => passages?.length);
    expect(await passagesIn()).toEqual([undefined, undefined, 2]);
    expect(await passagesIn({ everyPassage: true })).toEqual([0, 1, 2]);
    expect(await passagesIn({ everyPassage: true, after: 'd0' })).toEqual([1, 2]);
  });

  law('finds documents without vectors of a space in the order of ids, a few at a time', async () => {
    const storage = await open();
    const documents = storage.documents('live');
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      const space = id === 'b' || id === 'e' ? 'space' : 's2';
      await put(storage, documentWith(id), embeddingWith(vectorsWith({ space })));
    }
    await put(storage, documentWith('f'));
    const looked = (after: string | null, atMost: number) => documents.withoutVectors('space', { after, atMost });
    expect(await looked(null, 3)).toEqual({ ids: ['a', 'c'], count: 3, last: 'c' });
    expect(await looked('c', 9)).toEqual({ ids: ['d', 'f'], count: 3, last: 'f' });
    expect(await looked('f', 9)).toEqual({ ids: [], count: 0, last: null });
  });

  law('drops a space from every document, and takes none of it from then on', async () => {
    const storage = await open();
    const documents = storage.documents('live');
    const kept = vectorsWith({ passages: 2 });
    const old = vectorsWith({ space: 'old', passages: 2, dimensions: 3 });
    const writes = Array.from({ length: 120 }, (_, i) => ({
      id: `d${i}`,
      decide: () => documentWith(`d${i}`),
      embedding: i === 7 ? embeddingWith(old) : embeddingWith(kept, old),
    }));
    await documents.write(writes);
    const heard: unknown[] = [];
    documents.onCommit(async (changes) => void heard.push(...changes));
    await documents.dropVectors('old');
    expect(heard).toEqual([]);
    for (const { document, vectors } of (await collect(documents.all())).flat()) {
      expect(vectors).toEqual(document.id === 'd7' ? [] : [kept]);
    }
    await documents.write([writes[0], writes[7]]);
    expect([await vectorsOf(storage, 'd0', 'old'), await vectorsOf(storage, 'd7', 'old')]).toEqual([null, null]);
    expect(await vectorsOf(storage, 'd0')).toEqual(kept);
    expect(await passagesOf(storage, 'd0')).toEqual(embeddingWith(kept).passages);
  });
}
