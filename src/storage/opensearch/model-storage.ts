import { randomUUID } from 'node:crypto';
import type { Mode } from '../../domain/document/document.js';
import type { Model, ModelVersion } from '../../domain/model/model.js';
import { ClusterTrouble } from '../../opensearch/cluster-errors.js';
import { pauseBefore } from '../../opensearch/pause.js';
import { KeyedMutex } from '../../threads/locks.js';
import type { ModelChange, ModelStorage, ModelWrite, VersionKey } from '../storage.js';
import type { IdempotencyLedger } from './idempotency-ledger.js';
import { canBeId, type Records, type StoredRecord } from './records.js';
import type { IdempotencyMark } from './stored-document.js';

/**
 * A model's record says which records hold its versions. A version is put as a new record first, and becomes the version when
 * the model's record names it: so a change of both is one step. What nobody names any more is removed afterwards.
 */
interface StoredModel {
  model: Model;
  /** Which record holds which version. */
  versions: { version: string; record: string }[];
  /** Tokens of the last writes: see stored-document.ts. */
  writes: string[];
  idempotency: IdempotencyMark[];
}

const TOKENS_KEPT = 16;
/** Often enough: a version is replaced a few times in its life. */
const READ_ATTEMPTS = 5;

interface ModelStorageParts {
  records: Records;
  ledger: IdempotencyLedger;
  mode: Mode;
  /** How long a write is tried again: against conflicts, rejections for lack of room, and lost answers. */
  writeMilliseconds: number;
}

export class OpenSearchModelStorage implements ModelStorage {
  readonly #records: Records;
  readonly #ledger: IdempotencyLedger;
  readonly #mode: Mode;
  readonly #writeMilliseconds: number;
  /** Writes of this process to one model run in the order in which they came. */
  readonly #writing = new KeyedMutex();

  constructor({ records, ledger, mode, writeMilliseconds }: ModelStorageParts) {
    this.#records = records;
    this.#ledger = ledger;
    this.#mode = mode;
    this.#writeMilliseconds = writeMilliseconds;
  }

  async get(id: string): Promise<Model | null> {
    return (await this.#read(id))?.body.model ?? null;
  }

  async list(): Promise<Model[]> {
    return (await this.#records.list<StoredModel>(this.#kind('model'))).map(({ body }) => body.model);
  }

  count(): Promise<number> {
    return this.#records.count(this.#kind('model'));
  }

  async version(id: string, version: string): Promise<ModelVersion | null> {
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
      const stored = await this.#read(id);
      const name = recordOf(stored, version);
      if (name === null) return null;
      const found = await this.#readVersion(name);
      // Otherwise it was replaced between the two reads.
      if (found !== null) return found;
    }
    throw keepsChanging(id);
  }

  /** The marks of the idempotency records that belong to the state of a model; null if there is no such model. */
  async marks(id: string): Promise<readonly IdempotencyMark[] | null> {
    return (await this.#read(id))?.body.idempotency ?? null;
  }

  async write<Decided extends ModelChange>(write: ModelWrite<Decided>): Promise<Decided> {
    if (!canBeId(`${this.#kind('model')}/${write.id}`)) throw new RangeError('An id of this length cannot be stored.');
    return this.#writing.run(write.id, () => this.#write(write));
  }

  putWeights(key: VersionKey, piece: number, bytes: Buffer): Promise<void> {
    return this.#records.put({ kind: this.#kind('weights'), name: pieceName(key, piece) }, { data: bytes });
  }

  removeWeights(key: VersionKey, pieces: number): Promise<void> {
    const names = Array.from({ length: pieces }, (_, piece) => pieceName(key, piece));
    return this.#records.remove(this.#kind('weights'), names);
  }

  weights(key: VersionKey, piece: number): Promise<Buffer | null> {
    return this.#records.getData({ kind: this.#kind('weights'), name: pieceName(key, piece) });
  }

  async #write<Decided extends ModelChange>(write: ModelWrite<Decided>): Promise<Decided> {
    const token = randomUUID();
    const deadline = Date.now() + this.#writeMilliseconds;
    let last: ModelTry<Decided> | null = null;
    /** Whether a try may have been stored without our knowing. */
    let mayBeStored = false;
    for (let tries = 0; ; tries++) {
      try {
        const stored = await this.#read(write.id);
        if (mayBeStored && last?.isStored(stored)) break;
        last = await this.#decide(write, stored, token);
        if (await this.#store(last, write)) break;
      } catch (error) {
        if (!(error instanceof ClusterTrouble) || Date.now() >= deadline) throw error;
        if (!mayBeStored && !error.outcomeUnknown && error.kind !== 'overloaded') throw error;
        mayBeStored ||= error.outcomeUnknown;
      }
      if (Date.now() >= deadline) throw keepsChanging(write.id);
      await pauseBefore(tries);
    }
    await this.#removeLeft(last);
    return last.decided;
  }

  /** Decisions are synchronous: one that asks for a version that was not read yet is run again with it. */
  async #decide<Decided extends ModelChange>(
    write: ModelWrite<Decided>,
    stored: StoredRecord<StoredModel> | null,
    token: string,
  ): Promise<ModelTry<Decided>> {
    const read = new Map<string, ModelVersion | null>();
    for (;;) {
      try {
        const decided = write.decide(stored?.body.model ?? null, (name) => {
          const version = read.get(name);
          if (version === undefined) throw new NotRead(name);
          return version;
        });
        return new ModelTry(stored, decided, token);
      } catch (error) {
        if (!(error instanceof NotRead)) throw error;
        const name = recordOf(stored, error.version);
        read.set(error.version, name === null ? null : await this.#readVersion(name));
      }
    }
  }

  /** False if the model has changed meanwhile. */
  async #store<Decided extends ModelChange>(attempt: ModelTry<Decided>, write: ModelWrite<Decided>): Promise<boolean> {
    const { stored, decided, token } = attempt;
    const marks: IdempotencyMark[] = [];
    const made = write.idempotency?.(decided);
    if (made !== undefined) {
      const target = { kind: 'model', mode: this.#mode, id: write.id, deletes: decided.model === null } as const;
      const mark = await this.#ledger.prepare({ ...made, target, token });
      if (mark === null) return false;
      marks.push(mark);
    }
    await this.#ledger.settle(stored?.body.idempotency ?? []);
    if (decided.put !== undefined) {
      const name = attempt.nameVersion(decided.put);
      await this.#records.put({ kind: this.#kind('version'), name }, { body: decided.put });
    }
    const done = await this.#commit(attempt, { id: write.id, marks });
    if (done && decided.model === null) await this.#ledger.settle(marks);
    if (!done && attempt.added !== null) await this.#records.remove(this.#kind('version'), [attempt.added]);
    return done;
  }

  async #commit(
    attempt: ModelTry<ModelChange>,
    { id, marks }: { id: string; marks: IdempotencyMark[] },
  ): Promise<boolean> {
    const key = { kind: this.#kind('model'), name: id };
    const { stored, decided } = attempt;
    if (decided.model === null) return stored === null || this.#records.removeSeen(key, stored.seen);
    return this.#records.replace(key, { body: attempt.next(decided.model, marks) }, stored?.seen ?? null);
  }

  /** Removes what the model named before and does not name any more. */
  async #removeLeft({ stored, decided }: ModelTry<ModelChange>): Promise<void> {
    if (stored === null) return;
    const removed = decided.model === null ? stored.body.versions.map(({ version }) => version) : [];
    if (decided.remove !== undefined) removed.push(decided.remove);
    for (const version of removed) {
      const name = recordOf(stored, version);
      const old = name === null ? null : await this.#readVersion(name);
      if (old !== null) await this.removeWeights(old, old.weightPieces);
    }
    const replaced = decided.put === undefined ? [] : [decided.put.version];
    const names = [...removed, ...replaced].flatMap((version) => recordOf(stored, version) ?? []);
    await this.#records.remove(this.#kind('version'), names);
  }

  #read(id: string): Promise<StoredRecord<StoredModel> | null> {
    return this.#records.get<StoredModel>({ kind: this.#kind('model'), name: id });
  }

  async #readVersion(name: string): Promise<ModelVersion | null> {
    return (await this.#records.get<ModelVersion>({ kind: this.#kind('version'), name }))?.body ?? null;
  }

  #kind(part: 'model' | 'version' | 'weights'): string {
    return `${part}-${this.#mode}`;
  }
}

/** One try to store what was decided. */
class ModelTry<Decided extends ModelChange> {
  /** The name of the record of a new version. */
  added: string | null = null;

  constructor(
    readonly stored: StoredRecord<StoredModel> | null,
    readonly decided: Decided,
    readonly token: string,
  ) {}

  nameVersion({ modelId, version }: VersionKey): string {
    this.added = `${modelId}/${version}/${randomUUID()}`;
    return this.added;
  }

  next(model: Model, idempotency: IdempotencyMark[]): StoredModel {
    const { put, remove } = this.decided;
    const kept = (this.stored?.body.versions ?? []).filter(
      ({ version }) => version !== remove && version !== put?.version,
    );
    const added = put === undefined || this.added === null ? [] : [{ version: put.version, record: this.added }];
    const versions = [...kept, ...added];
    const writes = [...(this.stored?.body.writes ?? []).slice(1 - TOKENS_KEPT), this.token];
    return { model, versions, writes, idempotency };
  }

  isStored(found: StoredRecord<StoredModel> | null): boolean {
    return found === null ? this.decided.model === null : found.body.writes.includes(this.token);
  }
}

/** Thrown through a decision that asks for a version. */
class NotRead extends Error {
  constructor(readonly version: string) {
    super('A version was asked for that has not been read yet.');
  }
}

function recordOf(stored: StoredRecord<StoredModel> | null, version: string): string | null {
  return stored?.body.versions.find((one) => one.version === version)?.record ?? null;
}

function pieceName({ modelId, version }: VersionKey, piece: number): string {
  return `${modelId}/${version}/${piece}`;
}

function keepsChanging(id: string): ClusterTrouble {
  const message = `The model "${id}" is being changed by too many others at the same time. Try again in a moment.`;
  return new ClusterTrouble('conflict', message);
}
