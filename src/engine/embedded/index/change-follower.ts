import { setTimeout as sleep } from 'node:timers/promises';
import type { Change, DocumentWithVectors } from '../../../domain/document/change.js';
import type { ChangeSource } from '../../engine.js';
import type { Maintenance } from './maintenance.js';
import type { PublishedIndex } from './published-index.js';

/** Milliseconds to wait before each further attempt at a batch of changes. */
const RETRY_DELAYS_MS = [50, 250, 1000];

/** How long an index that is behind waits before it tries to catch up, unless a change arrives earlier. */
const CATCH_UP_INTERVAL_MS = 5000;

export interface ChangeFollowerOptions {
  index: PublishedIndex;
  source: ChangeSource;
  maintenance: Maintenance;
  /** False once the threads are gone: then there is no point in trying again. */
  canWrite: () => boolean;
  retryDelays?: readonly number[];
  catchUpInterval?: number;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
}

/**
 * Keeps an index in step with the store: at the start and whenever it has missed changes it reads them from the change
 * source, else it applies them as they come.
 *
 * Changes are applied in order of their sequence, and `apply` resolves only once queries see them. A batch that fails is
 * tried again a few times. If it fails for good, `apply` rejects and the index is behind: nothing newer is applied until
 * it has caught up from the source, which the next `apply` or a timer begins. Queries go on meanwhile. They see every
 * change that was acknowledged, since those after the failed one were not.
 */
export class ChangeFollower {
  readonly #options: ChangeFollowerOptions;
  /** The last change that queries see. */
  #sequence = 0;
  #isBehind = false;
  #isWhole = false;
  #isClosed = false;
  #turn: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ChangeFollowerOptions) {
    this.#options = options;
  }

  /** False while the index is rebuilt: documents that were acknowledged are not found then. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Loads what was saved and catches up. Until then nothing is saved: a saved index must be complete up to a change. */
  async start(): Promise<void> {
    const { index, source, maintenance, log } = this.#options;
    const began = performance.now();
    const { sequence, damage } = await index.open();
    this.#sequence = sequence;
    const last = await source.lastSequence();
    // After the store was restored from a backup, a saved index may be ahead of it.
    const isUsable = sequence <= last && (sequence > 0 || last === 0);
    const changes = isUsable ? await source.changesAfter(sequence) : null;
    const isDamaged = sequence > 0 && damage.length > 0;
    if (changes === null) await this.#rebuild(damage);
    else {
      if (isDamaged) await this.#restoreMissing(damage);
      await this.#applyAll(changes);
      this.#isWhole = true;
    }
    if (changes === null || isDamaged) await maintenance.save();
    maintenance.resume();
    const milliseconds = Math.round(performance.now() - began);
    log.info({ index: index.name, documents: index.status.documents, milliseconds }, 'index ready');
  }

  /** Changes that are applied already are left out; where some are missing in between, the source is read. */
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
    log.info({ index: index.name, sequence: this.#sequence }, 'the index has caught up with the store');
  }

  #fallBehind(error: unknown): void {
    const { index, log, catchUpInterval = CATCH_UP_INTERVAL_MS } = this.#options;
    this.#isBehind = true;
    if (!this.#mayRetry) return;
    log.warn({ index: index.name, err: error }, 'the index is behind the store and will catch up');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.apply([]).catch(() => {}), catchUpInterval).unref();
  }

  async #applyAll(batches: AsyncIterable<Change[]>): Promise<void> {
    for await (const batch of batches) await this.#applyBatch(batch);
  }

  async #applyBatch(batch: readonly Change[]): Promise<void> {
    const { index, maintenance, log, retryDelays = RETRY_DELAYS_MS } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        await index.apply(batch);
        break;
      } catch (error) {
        if (attempt === retryDelays.length || !this.#mayRetry) throw error;
        log.warn({ index: index.name, err: error }, 'changes could not be indexed and will be tried again');
        await sleep(retryDelays[attempt]);
      }
    }
    this.#sequence = Math.max(this.#sequence, batch[batch.length - 1].sequence);
    maintenance.noteChanges(batch.length);
  }

  get #mayRetry(): boolean {
    return !this.#isClosed && this.#options.canWrite();
  }

  /** Indexes every document again. Nothing is saved before it is complete, so a start after a crash begins again. */
  async #rebuild(reasons: readonly string[]): Promise<void> {
    const { index, source, maintenance, log } = this.#options;
    log.warn({ index: index.name, reasons }, 'rebuilding the index from the store');
    this.#isWhole = false;
    await maintenance.suspend();
    await index.clear();
    const sequence = await source.lastSequence();
    let done = 0;
    for await (const batch of source.all()) {
      await this.#applyBatch(putsOf(batch, sequence));
      maintenance.mergeOnce();
      done += batch.length;
      if (done % 10_000 < batch.length) log.info({ index: index.name, documents: done }, 'rebuilding the index');
    }
    await maintenance.settled();
    this.#sequence = sequence;
    this.#isWhole = true;
  }

  /** Restores the documents of segment files that are damaged or lost. Changes since the last save come afterwards. */
  async #restoreMissing(damage: readonly string[]): Promise<void> {
    const { index, source, log } = this.#options;
    log.warn(
      { index: index.name, damage },
      'segment files are damaged or missing: restoring their documents from the store',
    );
    const from = this.#sequence;
    let restored = 0;
    const last = await source.lastSequence();
    for await (const batch of source.all()) {
      const missing = new Set(await index.missing(batch.map(({ document }) => document.id)));
      const lost = batch.filter(({ document }) => missing.has(document.id));
      if (lost.length > 0) await this.#applyBatch(putsOf(lost, last));
      restored += lost.length;
    }
    this.#sequence = from;
    log.info({ index: index.name, documents: restored }, 'documents of damaged segments restored');
  }
}

/** Stored documents as changes. */
function putsOf(documents: readonly DocumentWithVectors[], sequence: number): Change[] {
  return documents.map(({ document, vectors }) => ({ kind: 'put', sequence, document, vectors }));
}
