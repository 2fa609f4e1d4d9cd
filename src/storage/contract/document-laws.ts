import { expect } from 'vitest';
import {
  collect,
  documentWith,
  embeddingWith,
  getDocument,
  put,
  vectorsWith,
} from '../../../testing/stored-samples.js';
import type { Document } from '../../domain/document/document.js';
import type { LawBook } from './law-book.js';

/** Reading documents back, and writing them one after the other. */
export function documentLaws({ law, open, newPlace }: LawBook): void {
  law('gives back exactly what was put, odd texts included', async () => {
    const storage = await open();
    const metadata = JSON.parse('{"__proto__": {"a": 1}, "list": ["x", 1.5, true], "lone": "\\ud800"}');
    const odd = documentWith('odd', {
      title: '\udc00 \0 "',
      content: `a\0b \ud83d\ude00 \ud800 é\n`.repeat(900),
      metadata,
    });
    const plain = documentWith('plain', { content: 'é\0\n\u2028 \ud83d\ude00'.repeat(9000) });
    const empty = documentWith('empty', { content: '' });
    for (const each of [odd, plain, empty]) await put(storage, each);
    for (const each of [odd, plain, empty]) expect(await getDocument(storage, each.id)).toEqual(each);
    const all = (await collect(storage.documents('live').all())).flat();
    expect(all.map(({ document }) => document.id)).toEqual(['empty', 'odd', 'plain']);
  });

  law('keeps what was acknowledged when it is closed and opened again', async () => {
    const place = newPlace();
    const storage = await open(place);
    const document = documentWith('a', { content: 'text' });
    await put(storage, document, embeddingWith(vectorsWith({})));
    await storage.close();
    const documents = (await open(place)).documents('live');
    expect(await documents.getMany(['a'], ['document', 'passages', 'vectors'])).toEqual([
      { document, ...embeddingWith(vectorsWith({})) },
    ]);
  });

  law('reads many documents in the order asked for, with null for those that are not there', async () => {
    const storage = await open();
    for (const id of ['a', 'b', 'c']) await put(storage, documentWith(id, { content: `text of ${id}` }));
    const found = await storage.documents('live').getMany(['c', 'x', 'a', 'c', ''], ['content']);
    expect(found.map((one) => one?.content ?? null)).toEqual(['text of c', null, 'text of a', 'text of c', null]);
    expect(found[1]).toBeNull();
    expect(await storage.documents('live').getMany([], ['document'])).toEqual([]);
  });

  law('reads the parts that are asked for and no others', async () => {
    const storage = await open();
    const document = documentWith('a', { content: 'text with half of \ud83c a character' });
    const { content, ...head } = document;
    const embedding = embeddingWith(vectorsWith({ passages: 2 }));
    await put(storage, document, embedding);
    await put(storage, documentWith('b', { content: null }));
    const documents = storage.documents('live');
    expect(await documents.getMany(['a'], ['head'])).toEqual([{ head }]);
    expect(await documents.getMany(['a', 'b'], ['content'])).toEqual([{ content }, { content: null }]);
    expect(await documents.getMany(['a', 'b'], ['passages'])).toEqual([
      { passages: embedding.passages },
      { passages: [] },
    ]);
    expect(await documents.getMany(['a'], ['document', 'vectors'])).toEqual([{ document, vectors: embedding.vectors }]);
  });

  law('reads the parts of a document from one state of it, while it is written', async () => {
    const storage = await open();
    const documents = storage.documents('live');
    const states = Array.from({ length: 60 }, (_, i) => ({
      document: documentWith('a', { title: `state ${i}`, content: `content ${i}` }),
      embedding: { passages: [{ start: i, end: i + 1 }], vectors: [{ space: 's', codes: [Int8Array.of(i)] }] },
    }));
    await put(storage, states[0].document, states[0].embedding);
    const writing = (async () => {
      for (const { document, embedding } of states) await put(storage, document, embedding);
    })();
    for (let reads = 0; reads < 200; reads++) {
      const [found] = await documents.getMany(['a'], ['document', 'passages', 'vectors']);
      const { document, embedding } = states[found!.passages[0].start];
      expect(found).toEqual({ document, ...embedding });
      if (reads % 10 === 0) await new Promise(setImmediate);
    }
    await writing;
  });

  law('keeps live and test data apart', async () => {
    const storage = await open();
    await put(storage, documentWith('a'));
    expect(await storage.documents('test').getMany(['a'], ['head'])).toEqual([null]);
    expect(await storage.documents('test').count()).toBe(0);
    expect(await storage.documents('live').count()).toBe(1);
  });

  law('knows no document under an id that no document can have', async () => {
    const storage = await open();
    const found = await storage.documents('live').getMany(['', 'x'.repeat(100_000), '\ud800'], ['document']);
    expect(found).toEqual([null, null, null]);
  });

  law('lets each write of a batch see those before it', async () => {
    const storage = await open();
    const append = (text: string) => ({
      id: 'a',
      decide: (current: Document | null) => documentWith('a', { content: `${current?.content ?? ''}${text}` }),
    });
    const results = await storage.documents('live').write([append('x'), append('y'), append('z')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect((await getDocument(storage, 'a'))?.content).toBe('xyz');
  });

  law('loses no write of many that change the same document at once', async () => {
    const storage = await open();
    const count = (current: Document | null) => documentWith('a', { updatedAt: (current?.updatedAt ?? 0) + 1 });
    const writing = Array.from({ length: 50 }, () => storage.documents('live').write([{ id: 'a', decide: count }]));
    const outcomes = (await Promise.all(writing)).flat();
    expect((await getDocument(storage, 'a'))?.updatedAt).toBe(50);
    const previous = outcomes.map((one) => (one.status === 'fulfilled' ? (one.value.previous?.updatedAt ?? 0) : -1));
    expect(previous.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  law('rejects only the write whose decision throws', async () => {
    const storage = await open();
    const refuse = () => {
      throw new Error('refused');
    };
    const results = await storage.documents('live').write([
      { id: 'a', decide: () => documentWith('a') },
      { id: 'b', decide: refuse },
      { id: 'c', decide: () => documentWith('c') },
      { id: 'd', decide: () => 'delete' },
      { id: 'e', decide: () => documentWith('another') },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'rejected']);
    const found = await storage.documents('live').getMany(['b', 'e', 'another'], ['head']);
    expect(found).toEqual([null, null, null]);
  });

  law('shows a write as a whole or not at all, and once it resolves', async () => {
    const storage = await open();
    const document = documentWith('a', { content: 'text' });
    const writing = put(storage, document);
    // Over a network the commit may overtake a read that began before it.
    expect([null, document]).toContainEqual(await getDocument(storage, 'a'));
    await writing;
    expect(await getDocument(storage, 'a')).toEqual(document);
  });
}
