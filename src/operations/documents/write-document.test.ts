import { afterEach, beforeEach, expect, it } from 'vitest';
import { noRules, plainServices, WordCountingEmbedder } from '../../../testing/plain-services.js';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import type { Caller } from '../../domain/caller.js';
import type { Change } from '../../domain/document/document.js';
import type { Engine } from '../../engine/engine.js';
import { EngineUnavailable } from '../../engine/engine-errors.js';
import type { LmdbStorage } from '../../storage/lmdb/open.js';
import { KeyedMutex } from '../../threads/locks.js';
import type { IdempotentRequest, OperationContext } from '../context.js';
import { addDocument } from './write-document.js';

const caller: Caller = { keyId: 'k', mode: 'live', scopes: ['write'], tenants: null, rateLimit: null };
const scratch = new ScratchStorages();
let storage: LmdbStorage;
let engine: AilingEngine;
let context: OperationContext;
let request: IdempotentRequest;

/** Catches up with what it has missed as soon as it works again. */
class AilingEngine {
  isAiling = false;
  readonly visible: string[] = [];
  readonly #missed: string[] = [];

  async apply(changes: readonly Change[]): Promise<void> {
    this.#missed.push(...changes.map((change) => (change.kind === 'put' ? change.document.id : change.id)));
    if (this.isAiling) throw new EngineUnavailable('It is ailing.');
    this.visible.push(...this.#missed.splice(0));
  }
}

beforeEach(async () => {
  storage = await scratch.open();
  engine = new AilingEngine();
  const documents = storage.documents('live');
  documents.onCommit((changes) => engine.apply(changes));
  const used: Partial<Engine> = engine;
  const collection = { documents, engine: used as Engine, textUpdates: new KeyedMutex(), rules: noRules() };
  context = { ...plainServices(new WordCountingEmbedder()), caller, collection, now: () => 5 };
  request = { storage: storage.idempotency, mutex: new KeyedMutex(), key: 'live/k/1', fingerprint: 'same' };
});
afterEach(() => scratch.cleanUp());

const add = () =>
  addDocument({ id: 'a', title: 'A', tenant_id: 'acme', content_type: 'plaintext', language: 'en' }, context, request);

it('gives the stored answer of a write only once searches see the document', async () => {
  engine.isAiling = true;
  await expect(add()).rejects.toMatchObject({ code: 'engine_unavailable', status: 503 });
  await expect(add()).rejects.toMatchObject({ code: 'engine_unavailable', status: 503 });
  engine.isAiling = false;
  expect(await add()).toMatchObject({ result: { document: { id: 'a' } }, replayed: true });
  expect(engine.visible).toEqual(['a']);
});
