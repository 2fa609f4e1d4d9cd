import { afterEach, describe, expect, it, vi } from 'vitest';
import { documentWith, put, ScratchStorages, vectorsWith } from '../../../testing/scratch-storage.js';
import type { Document } from '../../domain/document/document.js';
import { StorageWriteError } from '../storage-error.js';
import { openEnvironment } from './environment.js';
import { LmdbStorage, openLmdbStorage } from './open.js';

const scratch = new ScratchStorages();

afterEach(() => scratch.cleanUp());

describe('documents', () => {
  it('gives back exactly what was put, odd texts included', async () => {
    const storage = await scratch.open();
    const metadata = JSON.parse('{"__proto__": {"a": 1}, "list": ["x", 1.5, true], "lone": "\\ud800"}');
    const odd = documentWith('odd', {
      title: '\udc00 \0 "',
      content: `a\0b \ud83d\ude00 \ud800 é\n`.repeat(900),
      metadata,
    });
    const plain = documentWith('plain', { content: 'é\0\n\u2028 \ud83d\ude00'.repeat(9000) });
    const empty = documentWith('empty', { content: '' });
    for (const each of [odd, plain, empty]) await put(storage, each);
    for (const each of [odd, plain, empty]) expect(storage.documents('live').get(each.id)).toEqual(each);
    expect([...storage.documents('live').all()].map(({ document }) => document.id)).toEqual(['empty', 'odd', 'plain']);
  });

  it('leaves the content out of a head', async () => {
    const storage = await scratch.open();
    await put(storage, documentWith('a', { content: 'text' }));
    expect(storage.documents('live').getHead('a')).not.toHaveProperty('content');
  });

  it('reads contents without heads', async () => {
    const storage = await scratch.open();
    await put(storage, documentWith('a', { content: 'text with half of \ud83c a character' }));
    await put(storage, documentWith('b', { content: null }));
    const contents = ['a', 'b', 'c', ''].map((id) => storage.documents('live').getContent(id));
    expect(contents).toEqual(['text with half of \ud83c a character', null, null, null]);
  });

  it('keeps live and test data apart', async () => {
    const storage = await scratch.open();
    await put(storage, documentWith('a'));
    expect(storage.documents('test').get('a')).toBeNull();
    expect(storage.documents('test').count()).toBe(0);
    expect(storage.documents('live').count()).toBe(1);
  });

  it('knows no document under an id that no document can have', async () => {
    const storage = await scratch.open();
    for (const id of ['', 'x'.repeat(100_000), '\ud800']) expect(storage.documents('live').get(id)).toBeNull();
  });

  it('lets each write of a batch see those before it', async () => {
    const storage = await scratch.open();
    const append = (text: string) => ({
      id: 'a',
      decide: (current: Document | null) => documentWith('a', { content: `${current?.content ?? ''}${text}` }),
    });
    const results = await storage.documents('live').write([append('x'), append('y'), append('z')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(storage.documents('live').get('a')?.content).toBe('xyz');
    expect(storage.documents('live').lastSequence()).toBe(3);
  });

  it('rejects only the write whose decision throws', async () => {
    const storage = await scratch.open();
    const refuse = () => {
      throw new Error('refused');
    };
    const results = await storage.documents('live').write([
      { id: 'a', decide: () => documentWith('a') },
      { id: 'b', decide: refuse },
      { id: 'c', decide: () => documentWith('c') },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(storage.documents('live').lastSequence()).toBe(2);
    expect(storage.documents('live').get('b')).toBeNull();
  });

  it('takes nothing of a commit that failed for done', async () => {
    const environment = await openEnvironment(scratch.newFolder());
    const storage = scratch.keep(new LmdbStorage(environment));
    const documents = storage.documents('live');
    const heard: number[] = [];
    documents.onCommit(async (changes) => void heard.push(...changes.map(({ sequence }) => sequence)));
    await put(storage, documentWith('a', { title: 'before' }));
    vi.spyOn(environment.root, 'batch').mockRejectedValueOnce(new Error('no space'));
    await expect(put(storage, documentWith('a', { title: 'lost' }))).rejects.toThrow(StorageWriteError);
    expect(documents.get('a')?.title).toBe('before');
    await put(storage, documentWith('b'));
    expect(heard).toEqual([1, 2]);
    expect(documents.lastSequence()).toBe(2);
  });

  it('shows nothing of a write before its commit, and all of it once it resolves', async () => {
    const storage = await scratch.open();
    const writing = put(storage, documentWith('a'));
    expect(storage.documents('live').get('a')).toBeNull();
    await writing;
    expect(storage.documents('live').get('a')).not.toBeNull();
  });

  it('tells listeners every change once, in order, before the writers', async () => {
    const storage = await scratch.open();
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

  it('reads all documents from one state while writes go on', async () => {
    const storage = await scratch.open();
    const documents = storage.documents('live');
    await documents.write(['a', 'b', 'c'].map((id) => ({ id, decide: () => documentWith(id, { content: 'old' }) })));
    const contents: (string | null)[] = [];
    for (const { document } of documents.all()) {
      contents.push(document.content);
      await put(storage, documentWith('c', { content: 'new' }));
      await put(storage, documentWith(`z${contents.length}`));
    }
    expect(contents).toEqual(['old', 'old', 'old']);
    expect(documents.get('c')?.content).toBe('new');
  });
});

describe('vectors', () => {
  const only = (storage: LmdbStorage, id: string, space = 'space') => storage.documents('live').vectors(id, space);

  it('come back exactly as they were put, and none where none were', async () => {
    const storage = await scratch.open();
    const several = vectorsWith({ space: 'räume/1', passages: 300 });
    const none = { space: 'x', passages: [] };
    await put(storage, documentWith('several'), [none, several]);
    await put(storage, documentWith('none'), [none]);
    await put(storage, documentWith('unembedded'), []);
    expect(only(storage, 'several', 'räume/1')).toEqual(several);
    for (const id of ['several', 'none']) expect(only(storage, id, 'x')).toEqual(none);
    for (const id of ['several', 'none']) expect(only(storage, id)).toBeNull();
    for (const id of ['unembedded', 'unknown', '', 'x'.repeat(9000)]) expect(only(storage, id)).toBeNull();
  });

  it('stay with a document that is changed without them, also within one batch', async () => {
    const storage = await scratch.open();
    const documents = storage.documents('live');
    const vectors = [vectorsWith({ passages: 2 })];
    const heard: unknown[] = [];
    documents.onCommit(async (changes) => {
      for (const change of changes) heard.push(change.kind === 'put' ? change.vectors : change.kind);
    });
    const change = { id: 'a', decide: () => documentWith('a', { title: 'New' }) };
    const create = { id: 'a', decide: () => documentWith('a'), vectors };
    await documents.write([change, create, change, { ...change, vectors: [] }, create]);
    await documents.write([change]);
    expect(heard).toEqual([[], vectors, vectors, [], vectors, vectors]);
    expect(only(storage, 'a')).toEqual(vectors[0]);
  });

  it('go with their document, and do not come back with another of the same id', async () => {
    const storage = await scratch.open();
    const remove = { id: 'a', decide: () => 'delete' as const };
    await put(storage, documentWith('a'), [vectorsWith({ passages: 1 })]);
    await storage.documents('live').write([remove, { id: 'a', decide: () => documentWith('a') }]);
    expect(only(storage, 'a')).toBeNull();
  });

  it('of a space are missed in the order of ids, a few documents at a time', async () => {
    const storage = await scratch.open();
    const documents = storage.documents('live');
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      await put(
        storage,
        documentWith(id),
        id === 'b' || id === 'e' ? [vectorsWith({})] : [vectorsWith({ space: 's2' })],
      );
    }
    await put(storage, documentWith('f'));
    expect(documents.withoutVectors('space', { after: null, atMost: 3 })).toEqual({
      ids: ['a', 'c'],
      count: 3,
      last: 'c',
    });
    expect(documents.withoutVectors('space', { after: 'c', atMost: 9 })).toEqual({
      ids: ['d', 'f'],
      count: 3,
      last: 'f',
    });
    expect(documents.withoutVectors('space', { after: 'f', atMost: 9 })).toEqual({ ids: [], count: 0, last: null });
  });

  it('of a space that is dropped go from every document, and none come after', async () => {
    const storage = await scratch.open();
    const documents = storage.documents('live');
    const both = [vectorsWith({ passages: 2 }), vectorsWith({ space: 'old', dimensions: 3 })];
    const writes = Array.from({ length: 120 }, (_, i) => ({
      id: `d${i}`,
      decide: () => documentWith(`d${i}`),
      vectors: i === 7 ? both.slice(1) : both,
    }));
    await documents.write(writes);
    const sequence = documents.lastSequence();
    await documents.dropVectors('old');
    expect(documents.lastSequence()).toBe(sequence);
    for (const { document, vectors } of documents.all()) {
      expect(vectors).toEqual(document.id === 'd7' ? [] : both.slice(0, 1));
    }
    await documents.write([writes[0], writes[7]]);
    expect(['d0', 'd7'].map((id) => only(storage, id, 'old'))).toEqual([null, null]);
    expect(only(storage, 'd0')).toEqual(both[0]);
  });
});

describe('what is known of the encoders', () => {
  it('is nothing at first, and survives a restart', async () => {
    const folder = scratch.newFolder();
    const storage = await openLmdbStorage({ folder });
    expect(storage.vectorSpaces.get()).toBeNull();
    const served = { space: 's', settings: { folder: '/m', dimensions: 3, url: null } };
    const spaces = { served, next: null, complete: true, leaving: ['old'] };
    await storage.vectorSpaces.put(spaces);
    await storage.close();
    const reopened = await scratch.open(folder);
    expect(reopened.vectorSpaces.get()).toEqual(spaces);
  });
});
