import { createHash } from 'node:crypto';
import { AlreadyAnswered, IDEMPOTENCY_MILLISECONDS, type IdempotencyRecord } from '../storage.js';
import type { Records, StoredRecord } from './records.js';
import type { IdempotencyMark } from './stored-document.js';

/**
 * Keeps the answer of a request in one step with what the request writes, although OpenSearch has no transactions:
 *
 * 1. `prepare` stores the record, with a token and the name of what is going to be written. It does not count yet.
 * 2. The write puts the token into the document (a *mark*), in one piece with the change. Now the record counts: whoever
 *    reads it looks whether the document has its mark.
 * 3. Who replaces or deletes the document later calls `settle` first, and only then lets the mark go. A settled record counts
 *    by itself.
 *
 * A crash before 2 leaves a record that does not count, and no change. A crash after 2 leaves both. Nothing has to be cleaned
 * up by the one who crashed.
 *
 * A write whose answer was lost may be made later still, when the request has been repeated and has prepared a record of its
 * own. So the entry keeps what the earlier tries were to write: whichever of them is made, its record counts.
 */
export class IdempotencyLedger {
  readonly #records: Records;
  readonly #targets: Targets;

  constructor(records: Records, targets: Targets) {
    this.#records = records;
    this.#targets = targets;
  }

  async get(key: string): Promise<IdempotencyRecord | null> {
    const stored = await this.#read(recordName(key));
    return stored && this.#counting(stored.body);
  }

  /** Stores a record that counts at once. */
  async put(key: string, record: IdempotencyRecord): Promise<void> {
    await this.#records.put(
      { kind: KIND, name: recordName(key) },
      { body: { record, settled: true } satisfies LedgerEntry, time: record.createdAt },
    );
  }

  /**
   * Stores a record that counts once its mark is written. Returns the mark, or null if somebody else uses the key at this
   * moment: then everything has to be read again. Throws `AlreadyAnswered` if the key has a record that counts.
   */
  async prepare({ key, record, target, token }: PreparedRecord): Promise<IdempotencyMark | null> {
    const name = recordName(key);
    const stored = await this.#read(name);
    const before = stored !== null && !isOld(stored.body.record, record) ? stored.body : null;
    const earlier = before === null ? [] : triesIn(before).filter((one) => one.token !== token);
    const counting = before?.settled ? before.record : await this.#made(earlier);
    if (counting !== null) throw new AlreadyAnswered(counting);
    const body: LedgerEntry = {
      ...{ record, settled: false, pending: { target, token } },
      earlier: earlier.filter((one) => one.record.fingerprint === record.fingerprint).slice(-TRIES_KEPT),
    };
    const content = { body, time: record.createdAt };
    const put = await this.#records.replace({ kind: KIND, name }, content, stored?.seen ?? null);
    return put ? { record: name, token } : null;
  }

  /** Makes the records of marks count by themselves. Those that have expired are gone, and stay so. */
  async settle(marks: readonly IdempotencyMark[]): Promise<void> {
    for (const { record: name, token } of marks) {
      for (;;) {
        const stored = await this.#read(name);
        const made = stored?.body.settled === false && triesIn(stored.body).find((one) => one.token === token);
        if (!stored || !made) break;
        const { record } = made;
        const content = { body: { record, settled: true } satisfies LedgerEntry, time: record.createdAt };
        if (await this.#records.replace({ kind: KIND, name }, content, stored.seen)) break;
      }
    }
  }

  #read(name: string): Promise<StoredRecord<LedgerEntry> | null> {
    return this.#records.get<LedgerEntry>({ kind: KIND, name });
  }

  async #counting(entry: LedgerEntry): Promise<IdempotencyRecord | null> {
    return entry.settled ? entry.record : this.#made(triesIn(entry));
  }

  /** The record of the try that was made; null if none was. */
  async #made(tries: readonly PendingTry[]): Promise<IdempotencyRecord | null> {
    for (const { record, target, token } of tries) {
      const marks = await this.#targets.marksOf(target);
      // A deletion leaves nothing to mark: it has been made if the document is gone.
      const isMade = marks === null ? target.deletes : marks.some((mark) => mark.token === token);
      if (!isMade) continue;
      // Who made it may not have lived to make it visible, and whoever is given the answer may search for it at once.
      await this.#targets.makeVisible(target);
      return record;
    }
    return null;
  }
}

export const KIND = 'idempotency';

export interface LedgerEntry {
  record: IdempotencyRecord;
  /** Whether it counts without a mark. */
  settled: boolean;
  pending?: { target: Target; token: string };
  /** Tries of the same request before this one, whose answers were lost. */
  earlier?: PendingTry[];
}

interface PendingTry {
  record: IdempotencyRecord;
  target: Target;
  token: string;
}

/** A request is not repeated often while an earlier try of it is still on its way. */
const TRIES_KEPT = 8;

function triesIn({ record, pending, earlier = [] }: LedgerEntry): PendingTry[] {
  return pending === undefined ? earlier : [...earlier, { record, ...pending }];
}

/** What a record belongs to. */
export interface Target {
  kind: 'document' | 'model' | 'synonym' | 'curation';
  mode: 'live' | 'test';
  id: string;
  /** Whether the write deletes it. */
  deletes: boolean;
}

/** Access to what records belong to. */
interface Targets {
  /** Null if it does not exist. */
  marksOf(target: Target): Promise<readonly IdempotencyMark[] | null>;
  /** Lets searches see it as it is stored. */
  makeVisible(target: Target): Promise<void>;
}

interface PreparedRecord {
  key: string;
  record: IdempotencyRecord;
  target: Target;
  /** The same for all tries of one write. */
  token: string;
}

/** Callers choose the keys. A digest has a fixed length and reveals nothing to a reader of the index. */
export function recordName(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function isOld(stored: IdempotencyRecord, next: IdempotencyRecord): boolean {
  return stored.createdAt <= next.createdAt - IDEMPOTENCY_MILLISECONDS;
}
