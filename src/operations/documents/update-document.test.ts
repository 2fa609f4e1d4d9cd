import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noRules, plainServices, WordCountingEmbedder } from '../../../testing/plain-services.js';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import { documentWith, put } from '../../../testing/stored-samples.js';
import type { Caller } from '../../domain/caller.js';
import type { Engine } from '../../engine/engine.js';
import type { TextToEmbed } from '../../inference/embedder.js';
import type { LmdbStorage } from '../../storage/lmdb/open.js';
import { KeyedMutex } from '../../threads/locks.js';
import type { OperationContext } from '../context.js';
import { type DocumentChanges, updateDocument } from './update-document.js';

const caller: Caller = { keyId: 'k', mode: 'live', scopes: ['write'], tenants: null, rateLimit: null };
const scratch = new ScratchStorages();
let storage: LmdbStorage;
let embedder: InterruptedEmbedder;
let context: OperationContext;

/** Lets something happen while it is at work. */
class InterruptedEmbedder extends WordCountingEmbedder {
  meanwhile: () => Promise<unknown> = async () => {};

  override async embed(texts: readonly TextToEmbed[]) {
    await this.meanwhile();
    return super.embed(texts);
  }
}

beforeEach(async () => {
  storage = await scratch.open();
  embedder = new InterruptedEmbedder();
  const engine: Partial<Engine> = {};
  const collection = {
    documents: storage.documents('live'),
    engine: engine as Engine,
    textUpdates: new KeyedMutex(),
    rules: noRules(),
  };
  context = { ...plainServices(embedder), caller, collection, now: () => 5 };
  await put(storage, documentWith('a', { title: 'Old title', content: 'Old content' }));
});
afterEach(() => scratch.cleanUp());

const update = (changes: Partial<DocumentChanges>) =>
  updateDocument({ id: 'a', changes: { content_type: 'plaintext', ...changes } }, context, null);
const read = async () => {
  const [found] = await storage.documents('live').getMany(['a'], ['document', 'vectors']);
  return found;
};
const stored = async () => (await read())?.document;
const vectorOf = (words: number) => Math.round((127 * words) / 100);
const storedVector = async () => (await read())?.vectors.find(({ space }) => space === 'word-counts')?.codes[0][0];

describe('updating a document', () => {
  it('embeds what it will be, the parts that stay included', async () => {
    const { result } = await update({ title: 'A new title' });
    expect(embedder.embedded).toEqual(['A new title: Old content']);
    expect(result.semanticTokens).toBe(5);
    expect(await storedVector()).toBe(vectorOf(5));
  });

  it('embeds nothing when neither title, content nor language change, and counts all the same', async () => {
    await update({ title: 'A new title' });
    embedder.embedded.length = 0;
    for (const changes of [{ metadata: { a: 1 } }, { title: 'A new title' }, { source_uri: 'x' }]) {
      expect((await update(changes)).result.semanticTokens).toBe(5);
    }
    expect(embedder.embedded).toEqual([]);
    expect(await storedVector()).toBe(vectorOf(5));
  });

  it('begins again when the text was changed meanwhile', async () => {
    let interruptions = 2;
    embedder.meanwhile = async () => {
      if (interruptions-- > 0)
        await put(storage, documentWith('a', { content: `Changed ${interruptions} times more` }));
    };
    await update({ title: 'New' });
    expect(embedder.embedded).toHaveLength(3);
    expect(await stored()).toMatchObject({ title: 'New', content: 'Changed 0 times more' });
    expect(await storedVector()).toBe(vectorOf(5));
  });

  it('gives up politely when that never ends', async () => {
    let change = 0;
    embedder.meanwhile = () => put(storage, documentWith('a', { content: `Change ${change++}` }));
    await expect(update({ title: 'New' })).rejects.toMatchObject({ code: 'overloaded', status: 503 });
  });

  it('keeps what others change beside the text', async () => {
    embedder.meanwhile = async () => {
      await put(storage, {
        ...documentWith('a', { title: 'Old title', content: 'Old content' }),
        metadata: { kept: 1 },
      });
    };
    await update({ title: 'New' });
    expect(await stored()).toMatchObject({ title: 'New', metadata: { kept: 1 } });
  });

  it('lets updates of one text follow each other, none lost', async () => {
    await Promise.all([
      update({ title: 'New title' }),
      update({ content: 'New content here' }),
      update({ language: 'de' }),
    ]);
    expect(await stored()).toMatchObject({ title: 'New title', content: 'New content here', language: 'de' });
    expect(await storedVector()).toBe(vectorOf(5));
  });
});
