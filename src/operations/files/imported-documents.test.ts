import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noRules, plainServices, WordCountingEmbedder } from '../../../testing/plain-services.js';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import { documentWith, getDocument, put } from '../../../testing/stored-samples.js';
import type { Caller } from '../../domain/caller.js';
import type { Engine } from '../../engine/engine.js';
import { openEnvironment } from '../../storage/lmdb/environment.js';
import { LmdbStorage } from '../../storage/lmdb/open.js';
import { StorageWriteError } from '../../storage/storage.js';
import { KeyedMutex } from '../../threads/locks.js';
import type { OperationContext } from '../context.js';
import { removeDocuments } from './imported-documents.js';

const caller: Caller = { keyId: 'k', mode: 'live', scopes: ['write'], tenants: ['acme'], rateLimit: null };
const scratch = new ScratchStorages();
let storage: LmdbStorage;
let context: OperationContext;
let failNextCommit: () => void;

beforeEach(async () => {
  const environment = await openEnvironment(scratch.newFolder());
  failNextCommit = () => vi.spyOn(environment.root, 'batch').mockRejectedValueOnce(new Error('no space'));
  storage = scratch.keep(new LmdbStorage(environment));
  const engine: Partial<Engine> = {};
  const collection = {
    documents: storage.documents('live'),
    engine: engine as Engine,
    textUpdates: new KeyedMutex(),
    rules: noRules(),
  };
  context = { ...plainServices(new WordCountingEmbedder()), caller, collection, now: () => 5 };
  await put(storage, documentWith('a'));
  await put(storage, documentWith('b'));
  await put(storage, documentWith('theirs', { tenantId: 'other' }));
});
afterEach(() => scratch.cleanUp());

it('counts what it removes, without what others have removed or hold', async () => {
  expect(await removeDocuments(['a', 'gone', 'theirs', 'b'], context)).toBe(2);
  expect(await getDocument(storage, 'theirs')).not.toBeNull();
});

it('does not take a failing store for others who have removed the documents', async () => {
  failNextCommit();
  await expect(removeDocuments(['a', 'b'], context)).rejects.toThrow(StorageWriteError);
  expect(await getDocument(storage, 'a')).not.toBeNull();
});
