import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Document } from '../../domain/document.js';
import { storeFile } from '../data-folder.js';
import type { KeyRecord, StoredChange } from '../storage.js';
import { StorageFormatError, StorageWriteError } from '../storage-error.js';
import { openEnvironment } from './environment.js';
import { LmdbStorage, openLmdbStorage } from './open.js';

const folders: string[] = [];
const opened: LmdbStorage[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-store-'));
  folders.push(folder);
  return folder;
}

async function openStorage(folder = newFolder()): Promise<LmdbStorage> {
  const storage = await openLmdbStorage({ folder });
  opened.push(storage);
  return storage;
}

afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function document(id: string, fields: Partial<Document> = {}): Document {
  return {
    id,
    title: `Title of ${id}`,
    tenantId: 'acme',
    language: 'en',
    metadata: null,
    sourceUri: null,
    createdAt: 1,
    updatedAt: 2,
    content: null,
    ...fields,
  };
}

async function put(storage: LmdbStorage, stored: Document): Promise<void> {
  const [result] = await storage.documents('live').write([{ id: stored.id, decide: () => stored }]);
  if (result.status === 'rejected') throw result.reason;
}

function key(id: string, fields: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id,
    name: id,
    mode: 'live',
    hash: `hash of ${id}`,
    scopes: ['read'],
    tenants: null,
    expiresAt: null,
    rateLimit: null,
    createdAt: 1,
    revokedAt: null,
    ...fields,
  };
}

describe('documents', () => {
  it('gives back exactly what was put, odd texts included', async () => {
    const storage = await openStorage();
    const metadata = JSON.parse('{"__proto__": {"a": 1}, "list": ["x", 1.5, true], "lone": "\\ud800"}');
    const odd = document('odd', {
      title: '\udc00 \0 "',
      content: `a\0b \ud83d\ude00 \ud800 é\n`.repeat(900),
      metadata,
    });
    const plain = document('plain', { content: 'é\0\n\u2028 \ud83d\ude00'.repeat(9000) });
    const empty = document('empty', { content: '' });
    for (const each of [odd, plain, empty]) await put(storage, each);
    for (const each of [odd, plain, empty]) expect(storage.documents('live').get(each.id)).toEqual(each);
    expect([...storage.documents('live').all()].map(({ id }) => id)).toEqual(['empty', 'odd', 'plain']);
  });

  it('leaves the content out of a head', async () => {
    const storage = await openStorage();
    await put(storage, document('a', { content: 'text' }));
    expect(storage.documents('live').getHead('a')).not.toHaveProperty('content');
  });

  it('keeps live and test data apart', async () => {
    const storage = await openStorage();
    await put(storage, document('a'));
    expect(storage.documents('test').get('a')).toBeNull();
    expect(storage.documents('test').count()).toBe(0);
    expect(storage.documents('live').count()).toBe(1);
  });

  it('knows no document under an id that no document can have', async () => {
    const storage = await openStorage();
    for (const id of ['', 'x'.repeat(100_000), '\ud800']) expect(storage.documents('live').get(id)).toBeNull();
  });

  it('lets each write of a batch see those before it', async () => {
    const storage = await openStorage();
    const append = (text: string) => ({
      id: 'a',
      decide: (current: Document | null) => document('a', { content: `${current?.content ?? ''}${text}` }),
    });
    const results = await storage.documents('live').write([append('x'), append('y'), append('z')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(storage.documents('live').get('a')?.content).toBe('xyz');
    expect(storage.documents('live').lastSequence()).toBe(3);
  });

  it('rejects only the write whose decision throws', async () => {
    const storage = await openStorage();
    const refuse = () => {
      throw new Error('refused');
    };
    const results = await storage.documents('live').write([
      { id: 'a', decide: () => document('a') },
      { id: 'b', decide: refuse },
      { id: 'c', decide: () => document('c') },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(storage.documents('live').lastSequence()).toBe(2);
    expect(storage.documents('live').get('b')).toBeNull();
  });

  it('takes nothing of a commit that failed for done', async () => {
    const environment = await openEnvironment(newFolder());
    const storage = new LmdbStorage(environment);
    opened.push(storage);
    const documents = storage.documents('live');
    const heard: number[] = [];
    documents.onCommit(async (changes) => void heard.push(...changes.map(({ sequence }) => sequence)));
    await put(storage, document('a', { title: 'before' }));
    vi.spyOn(environment.root, 'batch').mockRejectedValueOnce(new Error('no space'));
    await expect(put(storage, document('a', { title: 'lost' }))).rejects.toThrow(StorageWriteError);
    expect(documents.get('a')?.title).toBe('before');
    await put(storage, document('b'));
    expect(heard).toEqual([1, 2]);
    expect(documents.lastSequence()).toBe(2);
  });

  it('shows nothing of a write before its commit, and all of it once it resolves', async () => {
    const storage = await openStorage();
    const writing = put(storage, document('a'));
    expect(storage.documents('live').get('a')).toBeNull();
    await writing;
    expect(storage.documents('live').get('a')).not.toBeNull();
  });

  it('tells listeners every change once, in order, before the writers', async () => {
    const storage = await openStorage();
    const seen: number[] = [];
    storage.documents('live').onCommit(async (changes) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.push(...changes.map(({ sequence }) => sequence));
    });
    const ids = Array.from({ length: 3000 }, (_, index) => `d${index}`);
    await Promise.all(
      ids.map(async (id) => {
        const [result] = await storage.documents('live').write([{ id, decide: () => document(id) }]);
        if (result.status === 'fulfilled') expect(seen).toContain(result.value.change.sequence);
      }),
    );
    expect(seen).toEqual(ids.map((_, index) => index + 1));
  });

  it('reads all documents from one state while writes go on', async () => {
    const storage = await openStorage();
    const documents = storage.documents('live');
    await documents.write(['a', 'b', 'c'].map((id) => ({ id, decide: () => document(id, { content: 'old' }) })));
    const contents: (string | null)[] = [];
    for (const { content } of documents.all()) {
      contents.push(content);
      await put(storage, document('c', { content: 'new' }));
      await put(storage, document(`z${contents.length}`));
    }
    expect(contents).toEqual(['old', 'old', 'old']);
    expect(documents.get('c')?.content).toBe('new');
  });
});

describe('the change log', () => {
  const summary = (changes: Iterable<StoredChange> | null) =>
    changes && [...changes].map((change) => `${change.sequence} ${change.kind}`);

  it('has the latest change of each document alone', async () => {
    const storage = await openStorage();
    const documents = storage.documents('live');
    const remove = { id: 'a', decide: () => 'delete' as const };
    for (const _ of [1, 2]) {
      await put(storage, document('a'));
      await documents.write([remove]);
    }
    await put(storage, document('b'));
    expect(summary(documents.changesAfter(0))).toEqual(['4 delete', '5 put']);
    expect(summary(documents.changesAfter(4))).toEqual(['5 put']);
    expect(summary(documents.changesAfter(5))).toEqual([]);
  });

  it('forgets, and says so to whoever asks for what is forgotten', async () => {
    const folder = newFolder();
    const storage = await openStorage(folder);
    const documents = storage.documents('live');
    const ids = Array.from({ length: 1200 }, (_, index) => `d${index}`);
    await documents.write(ids.map((id) => ({ id, decide: () => document(id) })));
    await documents.forgetChanges(1199);
    expect(documents.changesAfter(1198)).toBeNull();
    expect(summary(documents.changesAfter(1199))).toEqual(['1200 put']);
    await documents.forgetChanges(5000);
    await storage.close();
    const again = (await openStorage(folder)).documents('live');
    expect(again.lastSequence()).toBe(1200);
    expect(summary(again.changesAfter(1200))).toEqual([]);
  });
});

describe('keys', () => {
  it('are found by hash until another takes its place', async () => {
    const { keys } = await openStorage();
    await keys.put(key('k1', { hash: 'old' }));
    await keys.put(key('k1', { hash: 'new' }));
    expect(keys.findByHash('old')).toBeNull();
    expect(keys.findByHash('new')?.id).toBe('k1');
    expect(keys.list()).toHaveLength(1);
    expect(keys.get('x'.repeat(10_000))).toBeNull();
  });

  it('written by another process hold at once', async () => {
    const folder = newFolder();
    const { keys } = await openStorage(folder);
    await keys.put(key('here', { hash: 'here' }));
    const record = JSON.stringify(key('there', { hash: 'there' }));
    const child = runChild(`await storage.keys.put(${record}); console.log(storage.keys.list().length);`, folder);
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
      // In the very turn in which the other process says that it is done, even if this one has read in it before.
      expect(keys.findByHash('there')?.id).toBe('there');
    });
    expect(keys.findByHash('there')).toBeNull();
    await exitOf(child);
    expect(output.trim()).toBe('2');
  });
});

describe('idempotency records', () => {
  const record = (createdAt: number) => ({ fingerprint: 'f', body: '{}', createdAt });

  it('are stored with the write, or not at all', async () => {
    const storage = await openStorage();
    const write = (id: string, decide: () => Document) =>
      storage.documents('live').write([{ id, decide, idempotency: () => ({ key: `key ${id}`, record: record(5) }) }]);
    await write('a', () => document('a'));
    await write('b', () => {
      throw new Error('refused');
    });
    expect(storage.idempotency.get('key a')).toEqual(record(5));
    expect(storage.idempotency.get('key b')).toBeNull();
  });

  it('expire by age, with their chunks', async () => {
    const { idempotency } = await openStorage();
    for (const index of [0, 1, 2]) await idempotency.putChunk('old', index, `piece ${index}`);
    await idempotency.put('old', { ...record(100), body: null });
    await idempotency.put('reused', record(100));
    await idempotency.put('reused', record(300));
    expect([...idempotency.chunks('old')]).toEqual(['piece 0', 'piece 1', 'piece 2']);
    await idempotency.expire(200);
    expect(idempotency.get('old')).toBeNull();
    expect([...idempotency.chunks('old')]).toEqual([]);
    expect(idempotency.get('reused')).toEqual(record(300));
  });

  it('do not mix the pieces of two attempts', async () => {
    const { idempotency } = await openStorage();
    for (const index of [0, 1, 2]) await idempotency.putChunk('k', index, 'broken off');
    await idempotency.putChunk('k', 0, 'again');
    expect([...idempotency.chunks('k')]).toEqual(['again']);
    await idempotency.expire(Date.now() + 1000);
    expect([...idempotency.chunks('k')]).toEqual([]);
  });
});

describe('the store', () => {
  it('of a newer format is refused and left alone', async () => {
    const folder = newFolder();
    const root = open<string, string>(storeFile(folder), { noSubdir: true, encoding: 'string' });
    await root.openDB<string, string>({ name: 'meta', encoding: 'string' }).put('format', '2');
    await root.close();
    await expect(openLmdbStorage({ folder })).rejects.toThrow(StorageFormatError);
    await expect(openLmdbStorage({ folder })).rejects.toThrow('newer Sextant');
  });

  it('is refused, not crashed on, when it is no store or cut off', async () => {
    const storage = await openStorage();
    const ids = Array.from({ length: 500 }, (_, index) => `d${index}`);
    const content = 'x'.repeat(90_000);
    await storage.documents('live').write(ids.map((id) => ({ id, decide: () => document(id, { content }) })));
    const copies = newFolder();
    await storage.copyTo(storeFile(copies));
    for (const length of [1, 100, 4096, 5000, 1_000_000]) {
      truncateSync(storeFile(copies), length);
      await expect(openLmdbStorage({ folder: copies })).rejects.toThrow('cannot be opened');
      writeFileSync(storeFile(copies), Buffer.alloc(length, 'not a store'));
      await expect(openLmdbStorage({ folder: copies })).rejects.toThrow('it is not a store');
      rmSync(storeFile(copies));
      await storage.copyTo(storeFile(copies));
    }
    expect((await openStorage(copies)).documents('live').count()).toBe(500);
  });

  it('can be copied while it is written', async () => {
    const storage = await openStorage();
    const copyFolder = newFolder();
    const ids = Array.from({ length: 500 }, (_, index) => `d${index}`);
    await storage.documents('live').write(ids.map((id) => ({ id, decide: () => document(id, { content: id }) })));
    const writing = Promise.all(ids.map((id) => put(storage, document(`later-${id}`))));
    await storage.copyTo(storeFile(copyFolder));
    await writing;
    expect(statSync(storeFile(copyFolder)).size).toBeGreaterThan(100_000);
    const copy = await openStorage(copyFolder);
    expect(ids.every((id) => copy.documents('live').get(id)?.content === id)).toBe(true);
    await expect(storage.copyTo(storeFile(copyFolder))).rejects.toThrow();
  });

  it('refuses writes once closed, after those that wait are done', async () => {
    const folder = newFolder();
    const storage = await openLmdbStorage({ folder });
    const writing = put(storage, document('a'));
    const closing = storage.close();
    await writing;
    await closing;
    await expect(put(storage, document('b'))).rejects.toThrow('closed');
    expect((await openStorage(folder)).documents('live').get('a')).not.toBeNull();
  });

  it('has every acknowledged pair, and no half of one, after SIGKILL', async () => {
    const folder = newFolder();
    const write = `
      const decide = (id, n) => () => ({ id, n, title: 'x'.repeat(n % 5000), content: 'y'.repeat(n % 20000) });
      const pair = (n) => [{ id: 'a' + n, decide: decide('a' + n, n), idempotency: () => ({ key: 'k' + n, record: { createdAt: 1 } }) }];
      let next = Date.now();
      const writer = async () => {
        for (;;) {
          const n = next++;
          const [{ status }] = await storage.documents('live').write(pair(n));
          console.log(status + ' ' + n);
        }
      };
      for (let i = 0; i < 16; i++) writer();`;
    const acknowledged: string[] = [];
    for (const milliseconds of [60, 150, 240]) {
      const child = runChild(write, folder);
      let output = '';
      child.stdout.on('data', (data) => {
        if (output === '') setTimeout(() => child.kill('SIGKILL'), milliseconds);
        output += data;
      });
      await exitOf(child);
      const lines = output.slice(0, output.lastIndexOf('\n')).split('\n');
      acknowledged.push(...lines.map((line) => line.split(' ')[1]));
    }
    const storage = await openStorage(folder);
    const documents = storage.documents('live');
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(acknowledged.filter((n) => documents.get(`a${n}`) === null)).toEqual([]);
    const all = [...documents.all()];
    expect(all.length).toBe(documents.lastSequence());
    expect([...(documents.changesAfter(0) ?? [])].length).toBe(all.length);
    for (const { id, title, content } of all) {
      const n = Number(id.slice(1));
      expect([title.length, content?.length]).toEqual([n % 5000, n % 20000]);
      expect(storage.idempotency.get(`k${n}`)).not.toBeNull();
    }
  });
});

function runChild(script: string, folder: string) {
  const root = join(import.meta.dirname, '../../..');
  const source = `
    import { openLmdbStorage } from ${JSON.stringify(join(import.meta.dirname, 'open.ts'))};
    const storage = await openLmdbStorage({ folder: ${JSON.stringify(folder)} });
    ${script}`;
  const loader = join(root, 'scripts', 'run-typescript.mjs');
  return spawn(process.execPath, ['--import', loader, '--input-type=module', '--eval', source], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function exitOf(child: ReturnType<typeof runChild>): Promise<void> {
  return new Promise((resolve) => child.on('close', () => resolve()));
}
