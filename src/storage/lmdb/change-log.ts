import type { Transaction } from 'lmdb';
import type { Change, Mode } from '../../domain/document/document.js';
import type { CommitQueue } from './commit-queue.js';
import { readWithVectors } from './document-parts.js';
import type { DocumentTables, Environment } from './environment.js';
import type { StagedWrites } from './staged-writes.js';
import { fromSnapshot, type Sized } from './tables.js';

/** Entries removed per commit, which takes a few milliseconds. */
const FORGET_AT_ONCE = 500;

/**
 * The ids of changed documents in order. A change removes the earlier entry of its document, so there is at most one for
 * each. It was a put if the document has a head, otherwise a deletion.
 */
export class ChangeLog {
  readonly #environment: Environment;
  readonly #queue: CommitQueue;
  readonly #tables: DocumentTables;
  readonly #forgottenKey: string;
  #lastSequence: number;

  constructor(environment: Environment, queue: CommitQueue, mode: Mode) {
    this.#environment = environment;
    this.#queue = queue;
    this.#tables = environment.documents[mode];
    this.#forgottenKey = `forgotten-${mode}`;
    const [last = 0] = this.#tables.log.getKeys({ reverse: true, limit: 1 });
    this.#lastSequence = Math.max(last, this.forgottenUpTo());
  }

  /** The last durable change. */
  get lastSequence(): number {
    return this.#lastSequence;
  }

  committed(sequence: number): void {
    this.#lastSequence = sequence;
  }

  forgottenUpTo(): number {
    return Number(this.#environment.meta.get(this.#forgottenKey) ?? 0);
  }

  /** `previous` is the sequence in the head that the change replaces; null if there is none. */
  stagePut(change: { id: string; sequence: number; previous: number | null }, staged: StagedWrites): void {
    const { log, tombstones } = this.#tables;
    const deletion = change.previous === null ? staged.get(tombstones, change.id) : null;
    if (deletion !== null) staged.remove(tombstones, change.id);
    const earlier = deletion === null ? change.previous : Number(deletion);
    if (earlier !== null) staged.removeOnly(log, earlier);
    staged.putOnly(log, change.sequence, change.id);
  }

  stageDelete(change: { id: string; sequence: number; previous: number }, staged: StagedWrites): void {
    const { log, tombstones } = this.#tables;
    staged.removeOnly(log, change.previous);
    staged.put(tombstones, change.id, String(change.sequence));
    staged.putOnly(log, change.sequence, change.id);
  }

  *after(sequence: number): Iterable<Sized<Change>> {
    yield* fromSnapshot(this.#environment.root, (transaction) => this.#entriesAfter(sequence, transaction));
  }

  /** In several commits, so that other writes don't have to wait for all of it. */
  async forget(sequence: number): Promise<void> {
    const upTo = Math.min(sequence, this.#lastSequence);
    if (upTo <= this.forgottenUpTo()) return;
    await this.#queue.run((staged) => staged.put(this.#environment.meta, this.#forgottenKey, String(upTo)));
    while ((await this.#queue.run((staged) => this.#dropSome(upTo, staged))) === FORGET_AT_ONCE);
  }

  *#entriesAfter(sequence: number, transaction: Transaction): Iterable<Sized<Change>> {
    const { heads, log } = this.#tables;
    for (const { key, value: id } of log.getRange({ start: sequence, exclusiveStart: true, transaction })) {
      const head = heads.get(id, { transaction });
      if (head === undefined) {
        yield { item: { sequence: key, kind: 'delete', id }, size: id.length };
        continue;
      }
      const { item, size } = readWithVectors(this.#tables, head, transaction);
      yield { item: { sequence: key, kind: 'put', ...item }, size };
    }
  }

  /** Reads the log directly: staged writes never add entries this old. */
  #dropSome(upTo: number, staged: StagedWrites): number {
    const { log, tombstones } = this.#tables;
    let dropped = 0;
    for (const { key, value: id } of log.getRange({ start: 0, end: upTo + 1, limit: FORGET_AT_ONCE })) {
      staged.removeOnly(log, key);
      if (staged.get(tombstones, id) === String(key)) staged.remove(tombstones, id);
      dropped++;
    }
    return dropped;
  }
}
