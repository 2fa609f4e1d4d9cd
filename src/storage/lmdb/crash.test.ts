import { afterEach, expect, it } from 'vitest';
import { exitOf, runChild, ScratchStorages } from '../../../testing/scratch-storage.js';
import { collect } from '../../../testing/stored-samples.js';

const scratch = new ScratchStorages();

afterEach(() => scratch.cleanUp());

it('a store has every acknowledged write with its idempotency record, and no half of one, after SIGKILL', async () => {
  const folder = scratch.newFolder();
  const write = `
    const decide = (id, n) => () => ({ id, n, title: 'x'.repeat(n % 5000), content: 'y'.repeat(n % 20000) });
    const embedding = (n) => ({ passages: [{ start: n % 7, end: n % 9 }], vectors: [{ space: 's' + n, codes: [new Int8Array(384).fill(n)] }] });
    const pair = (n) => [{ id: 'a' + n, decide: decide('a' + n, n), embedding: embedding(n), idempotency: () => ({ key: 'k' + n, record: { createdAt: 1 } }) }];
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
  const storage = await scratch.open(folder);
  const documents = storage.documents('live');
  expect(acknowledged.length).toBeGreaterThan(10);
  const acknowledgedIds = acknowledged.map((n) => `a${n}`);
  const found = await documents.getMany(acknowledgedIds, ['head']);
  expect(acknowledgedIds.filter((_, index) => found[index] === null)).toEqual([]);
  const all = (await collect(documents.all())).flat();
  expect(all.length).toBe(await documents.lastSequence());
  const changes = await documents.changesAfter(0);
  expect(changes && (await collect(changes)).flat().length).toBe(all.length);
  for (const { document, vectors } of all) {
    const { id, title, content } = document;
    const n = Number(id.slice(1));
    expect([title.length, content?.length]).toEqual([n % 5000, n % 20000]);
    expect(vectors).toEqual([{ space: `s${n}`, codes: [new Int8Array(384).fill(n)] }]);
    expect(await documents.getMany([id], ['passages'])).toEqual([{ passages: [{ start: n % 7, end: n % 9 }] }]);
    expect(await storage.idempotency.get(`k${n}`)).not.toBeNull();
  }
});
