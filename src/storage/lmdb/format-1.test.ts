import { open } from 'lmdb';
import { afterEach, describe, expect, it } from 'vitest';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import { collect, documentWith, embeddingWith, put, vectorsWith } from '../../../testing/stored-samples.js';
import type { DocumentVectors, Passage } from '../../domain/document/vectors.js';
import { storeFile } from '../data-folder.js';
import type { Storage } from '../storage.js';

const scratch = new ScratchStorages();

afterEach(() => scratch.cleanUp());

interface SpaceOfFormat1 extends DocumentVectors {
  passages: readonly Passage[];
}

/** As the first release wrote it: ranges and codes together, once per space. */
function recordOfFormat1(spaces: readonly SpaceOfFormat1[]): Buffer {
  const parts = spaces.flatMap(({ space, passages, codes }) => {
    const name = Buffer.from(space);
    const header = Buffer.alloc(8);
    header.writeUInt16LE(name.length, 0);
    header.writeUInt16LE(codes[0].length, 2);
    header.writeUInt32LE(passages.length, 4);
    const ranges = Buffer.from(Uint32Array.from(passages.flatMap(({ start, end }) => [start, end])).buffer);
    return [header, name, ranges, ...codes.map((vector) => Buffer.from(vector))];
  });
  return Buffer.concat(parts);
}

/** A folder of format 1 with one document, `old`. */
async function folderOfFormat1(spaces: readonly SpaceOfFormat1[]): Promise<string> {
  const folder = scratch.newFolder();
  const root = open<string, string>(storeFile(folder), { noSubdir: true, encoding: 'string', maxDbs: 32 });
  const { content, ...head } = documentWith('old', { content: 'some text' });
  await root.openDB<string, string>({ name: 'meta', encoding: 'string' }).put('format', '1');
  await root.openDB<string, string>({ name: 'live-heads', encoding: 'string' }).put('old', JSON.stringify([1, head]));
  await root.openDB<string, string>({ name: 'live-contents', encoding: 'string' }).put('old', `t${content}`);
  await root.openDB<string, number>({ name: 'live-log', encoding: 'string' }).put(1, 'old');
  const vectors = root.openDB<Buffer, string>({ name: 'live-vectors', encoding: 'binary' });
  await vectors.put('old', recordOfFormat1(spaces));
  await root.close();
  return folder;
}

async function formatOf(folder: string): Promise<string | undefined> {
  const root = open<string, string>(storeFile(folder), { noSubdir: true, encoding: 'string', maxDbs: 32 });
  const format = root.openDB<string, string>({ name: 'meta', encoding: 'string' }).get('format');
  await root.close();
  return format;
}

const passages = [
  { start: 0, end: 70_001 },
  { start: 70_001, end: 70_009 },
];
const served = { ...vectorsWith({ space: 'served', passages: 2 }), passages };
const next = { ...vectorsWith({ space: 'next', passages: 2, dimensions: 5 }), passages };
const plain = ({ space, codes }: SpaceOfFormat1): DocumentVectors => ({ space, codes });

const readOld = async (storage: Storage) => {
  const [found] = await storage.documents('live').getMany(['old'], ['passages', 'vectors']);
  return found;
};
const missing = async (storage: Storage, space: string) =>
  (await storage.documents('live').withoutVectors(space, { after: null, atMost: 9 })).ids;

describe('a store of format 1', () => {
  it('is read as it is', async () => {
    const storage = await scratch.open(await folderOfFormat1([served, next]));
    const vectors = [plain(served), plain(next)];
    expect(await readOld(storage)).toEqual({ passages, vectors });
    expect((await collect(storage.documents('live').all())).flat()).toMatchObject([{ vectors }]);
    expect((await collect((await storage.documents('live').changesAfter(0))!)).flat()).toMatchObject([{ vectors }]);
    expect([await missing(storage, 'next'), await missing(storage, 'another')]).toEqual([[], ['old']]);
  });

  it('stays one until something is written that the first release could not read', async () => {
    const folder = await folderOfFormat1([served]);
    const storage = await scratch.open(folder);
    await put(storage, documentWith('old', { title: 'Changed', content: 'some text' }));
    expect(await readOld(storage)).toEqual({ passages, vectors: [plain(served)] });
    await storage.close();
    expect(await formatOf(folder)).toBe('1');
    const again = await scratch.open(folder);
    await put(again, documentWith('new'), embeddingWith(vectorsWith({ space: 'served' })));
    expect(await readOld(again)).toEqual({ passages, vectors: [plain(served)] });
    await again.close();
    expect(await formatOf(folder)).toBe('2');
  });

  it('takes new vectors in place of the old ones, also across a restart', async () => {
    const folder = await folderOfFormat1([served]);
    const storage = await scratch.open(folder);
    const embedding = embeddingWith(
      vectorsWith({ space: 'served', passages: 3 }),
      vectorsWith({ space: 'next', passages: 3 }),
    );
    await put(storage, documentWith('old'), embedding);
    expect(await readOld(storage)).toEqual(embedding);
    await storage.close();
    const again = await scratch.open(folder);
    expect(await readOld(again)).toEqual(embedding);
    await again.documents('live').write([{ id: 'old', decide: () => 'delete' }]);
    await put(again, documentWith('old'));
    expect(await readOld(again)).toEqual({ passages: [], vectors: [] });
  });

  it('has a space dropped from its records', async () => {
    const storage = await scratch.open(await folderOfFormat1([served, next]));
    await storage.documents('live').dropVectors('served');
    expect(await readOld(storage)).toEqual({ passages, vectors: [plain(next)] });
    await storage.documents('live').dropVectors('next');
    expect(await readOld(storage)).toEqual({ passages: [], vectors: [] });
  });

  it('counts a space that divides the document otherwise as missing, until it is the only one', async () => {
    const otherwise = [
      { start: 0, end: 5 },
      { start: 5, end: 9 },
    ];
    const storage = await scratch.open(await folderOfFormat1([served, { ...next, passages: otherwise }]));
    expect(await readOld(storage)).toEqual({ passages, vectors: [plain(served)] });
    expect(await missing(storage, 'next')).toEqual(['old']);
    await storage.documents('live').dropVectors('served');
    expect(await readOld(storage)).toEqual({ passages: otherwise, vectors: [plain(next)] });
  });
});
