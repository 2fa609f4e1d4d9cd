import type { Change, DocumentWithVectors } from '../../../domain/document/document.js';
import type { ChangeSource, EngineWork } from '../../engine.js';
import { ChangeApplier } from './apply-changes.js';
import type { OpenedIndex } from './indexer.js';
import type { Maintenance } from './maintenance.js';
import type { PublishedIndex } from './published-index.js';

/** How long an index that is behind waits before it tries to catch up, unless a change arrives earlier. */
const CATCH_UP_INTERVAL_MS = 5000;

/** After this many calls of `apply` failed in a row, a batch that fails again is applied in parts. */
const FAILURES_BEFORE_PARTS = 2;

export interface ChangeFollowerOptions {
  index: PublishedIndex;
  source: ChangeSource;
  maintenance: Maintenance;
  /** False once the threads are gone: then there is no point in trying again. */
  canWrite: () => boolean;
  retryDelays?: readonly number[];
  catchUpInterval?: number;
  log: EngineLog;
}

export interface EngineLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * Keeps an index in step with the store. At the start, and whenever it has missed changes, it reads them from the change
 * source; otherwise it applies them as they come.
 *
 * Changes are applied in order of their sequence, and `apply` resolves only once queries see them. A batch that fails is
 * tried again a few times. If it still fails, `apply` rejects and the index is behind: nothing newer is applied until it
 * has caught up from the source, which the next `apply` or a timer starts. Queries continue meanwhile. They see every
 * acknowledged change, because changes after the failed one are not acknowledged.
 *
 * If catching up keeps failing, one document may be the cause. Then the batch is applied in parts, and a document that can't
 * be indexed while the engine works is set aside: it is removed from the index, and the changes after it are applied. The
 * saved index lists what is set aside. Each start tries these documents again, as does any later write of them.
 */
export class ChangeFollower {
  readonly #options: ChangeFollowerOptions;
  readonly #applier: ChangeApplier;
  /** The last change that queries see. */
  #sequence = 0;
  #isStarting = true;
  #isBehind = false;
  #work: EngineWork | null = null;
  /** Calls of `apply` that failed since the last one that succeeded. */
  #failures = 0;
  #isWhole = false;
  #isClosed = false;
  #turn: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ChangeFollowerOptions) {
    this.#options = options;
    const { index, retryDelays, log } = options;
    this.#applier = new ChangeApplier({ index, mayRetry: () => this.#mayRetry, retryDelays, log });
  }

  /** False while the index is rebuilt: documents that were acknowledged are not found then. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** What it does to be in step with the store again; null while it is. */
  get work(): EngineWork | null {
    return this.#work;
  }

  /** Loads the saved index and catches up. Until then nothing is saved: a saved index must be complete up to a change. */
  async start(): Promise<void> {
    const { index, source, maintenance, log } = this.#options;
    const began = performance.now();
    const { sequence, damage, setAside } = await index.open();
    this.#sequence = sequence;
    const last = await source.lastSequence();
    // After the store was restored from a backup, a saved index may be ahead of it.
    const isUsable = sequence <= last && (sequence > 0 || last === 0);
    const changes = isUsable ? await source.changesAfter(sequence) : null;
    const needsRestoring = sequence > 0 && damage.length + setAside.length > 0;
    if (changes === null) await this.#rebuild(damage);
    else {
      if (needsRestoring) await this.#restoreMissing({ damage, setAside });
      await this.#applyAll(changes);
      this.#isWhole = true;
    }
    if (changes === null || needsRestoring) await maintenance.saveIfPossible();
    maintenance.resume();
    this.#isStarting = false;
    this.#work = null;
    const milliseconds = Math.round(performance.now() - began);
    log.info({ index: index.name, documents: index.status.documents, milliseconds }, 'index ready');
  }

  /** Skips changes that are applied already; if changes before them are missing, these are read from the source. */
  apply(changes: readonly Change[]): Promise<void> {
    const applied = this.#turn.then(() => this.#applyNext(changes));
    this.#turn = applied.catch(() => undefined);
    return applied;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#turn;
  }

  async #applyNext(changes: readonly Change[]): Promise<void> {
    try {
      const hasGap = changes.length > 0 && changes[0].sequence > this.#sequence + 1;
      if (this.#isBehind || hasGap) await this.#catchUp();
      const newer = changes.filter(({ sequence }) => sequence > this.#sequence);
      if (newer.length > 0) await this.#applyBatch(newer);
    } catch (error) {
      this.#fallBehind(error);
      throw error;
    }
    this.#failures = 0;
    this.#options.maintenance.wake();
  }

  async #catchUp(): Promise<void> {
    const { index, source, maintenance, log } = this.#options;
    const changes = this.#isWhole ? await source.changesAfter(this.#sequence) : null;
    if (changes !== null) await this.#applyAll(changes);
    else {
      await this.#rebuild([`changes after ${this.#sequence} are no longer known`]);
      maintenance.resume();
    }
    this.#isBehind = false;
    this.#work = null;
    log.info({ index: index.name, sequence: this.#sequence }, 'the index has caught up with the store');
  }

  #fallBehind(error: unknown): void {
    const { index, log, catchUpInterval = CATCH_UP_INTERVAL_MS } = this.#options;
    this.#isBehind = true;
    this.#work ??= { kind: 'catch_up', startedAt: Date.now(), done: null, total: null };
    this.#failures++;
    if (!this.#mayRetry) return;
    log.warn({ index: index.name, err: error }, 'the index is behind the store and will catch up');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.apply([]).catch(() => {}), catchUpInterval).unref();
  }

  async #applyAll(batches: AsyncIterable<Change[]>): Promise<void> {
    for await (const batch of batches) await this.#applyBatch(batch);
  }

  async #applyBatch(batch: readonly Change[]): Promise<void> {
    try {
      await this.#applier.apply(batch);
    } catch (error) {
      // A start has no later attempt: without this the service could not start.
      const isPersistent = this.#isStarting || this.#failures >= FAILURES_BEFORE_PARTS;
      if (!isPersistent || !this.#mayRetry) throw error;
      await this.#applier.applyInParts(batch);
    }
    this.#sequence = Math.max(this.#sequence, batch[batch.length - 1].sequence);
    this.#options.maintenance.noteChanges(batch.length);
  }

  get #mayRetry(): boolean {
    return !this.#isClosed && this.#options.canWrite();
  }

  /** Indexes every document again. Nothing is saved until it is complete, so after a crash it starts again. */
  async #rebuild(reasons: readonly string[]): Promise<void> {
    const { index, source, maintenance, log } = this.#options;
    log.warn({ index: index.name, reasons }, 'rebuilding the index from the store');
    this.#isWhole = false;
    await maintenance.suspend();
    await index.clear();
    const sequence = await source.lastSequence();
    const work: EngineWork = { kind: 'rebuild', startedAt: Date.now(), done: 0, total: null };
    this.#work = work;
    let done = 0;
    for await (const batch of source.all()) {
      await this.#applyBatch(putsOf(batch));
      maintenance.mergeOnce();
      done += batch.length;
      work.done = done;
      if (done % 10_000 < batch.length) log.info({ index: index.name, documents: done }, 'rebuilding the index');
    }
    await maintenance.settled();
    await index.completeUpTo(sequence);
    this.#sequence = sequence;
    this.#isWhole = true;
  }

  /**
   * Indexes the documents that the store has and the saved index lacks: those of damaged or missing segment files, and those
   * that were set aside. Changes since the last save come afterwards.
   */
  async #restoreMissing({ damage, setAside }: Pick<OpenedIndex, 'damage' | 'setAside'>): Promise<void> {
    const { index, source, log } = this.#options;
    if (damage.length > 0) {
      log.warn(
        { index: index.name, damage },
        'segment files are damaged or missing: restoring their documents from the store',
      );
    }
    if (setAside.length > 0) {
      log.warn({ index: index.name, documents: setAside }, 'documents were set aside: trying to index them again');
    }
    let restored = 0;
    for await (const batch of source.all()) {
      const missing = new Set(await index.missing(batch.map(({ document }) => document.id)));
      const lost = batch.filter(({ document }) => missing.has(document.id));
      if (lost.length > 0) await this.#applyBatch(putsOf(lost));
      restored += lost.length;
    }
    log.info({ index: index.name, documents: restored }, 'missing documents read from the store');
  }
}

/**
 * Stored documents as changes before the first one. When they were last changed is not known, and the log may have forgotten it.
 * So an index that is saved without them claims no change at all, and after a crash it is rebuilt.
 */
function putsOf(documents: readonly DocumentWithVectors[]): Change[] {
  return documents.map((stored) => ({ ...stored, kind: 'put', sequence: 0 }));
}
