import { setTimeout as sleep } from 'node:timers/promises';
import type { VectorSpaces } from '../../domain/document/vectors.js';
import type { IdleTrackingEmbedder } from '../../inference/idle-tracking-embedder.js';
import { ThrottledEmbedder } from '../../inference/throttled-embedder.js';
import { type Lease, takeLease } from '../../storage/lease.js';
import type { ClaimStorage } from '../../storage/shared-work.js';
import type { VectorSpaceStorage } from '../../storage/storage.js';
import type { Collection, OperationServices } from '../context.js';
import { embedMissing } from './embed-missing.js';
import { ReembeddingProgress } from './reembedding-progress.js';
import type { OpenedEncoders } from './served-encoders.js';

export interface ReembeddingParts {
  collections: readonly Collection[];
  storage: VectorSpaceStorage;
  claims: ClaimStorage;
  encoders: OpenedEncoders;
  split: OperationServices['split'];
  /** Makes the next encoder embed all further queries. */
  serveNext: () => void;
  /** How long a request may run: it may use the encoder it began with until its end. */
  requestMilliseconds: number;
  /** The pause after a failure. It doubles with each further failure. */
  pauseMilliseconds: number;
  /** How often an instance looks how far another has come. */
  followMilliseconds?: number;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
}

/** An encoder counts as busy for this long after its last text. */
const BUSY_MILLISECONDS = 1_000;
const LOG_INTERVAL_MILLISECONDS = 10_000;
const IDLE_CHECK_MILLISECONDS = 100;
const FOLLOW_MILLISECONDS = 2_000;
const CLAIM = 'reembedding';

/**
 * Re-embeds all documents with the configured encoder in the background, then switches queries to it. Progress is in the
 * store, so the next start continues from there. If several instances share a store, one does the work, and the others
 * switch when it has switched. They take over if it dies.
 */
export class Reembedding {
  readonly progress = new ReembeddingProgress();
  readonly #parts: ReembeddingParts;
  readonly #stop = new AbortController();
  readonly #givenUp = new Set<string>();
  readonly #followMilliseconds: number;
  #spaces: VectorSpaces;
  /** Ends the work: on `stop`, or when another instance has taken it over. */
  #signal: AbortSignal;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: ReembeddingParts) {
    this.#parts = parts;
    this.#spaces = parts.encoders.spaces;
    this.#signal = this.#stop.signal;
    this.#followMilliseconds = parts.followMilliseconds ?? FOLLOW_MILLISECONDS;
  }

  start(): void {
    this.#running = this.#run().catch((error) => {
      if (this.#stop.signal.aborted) return;
      this.#parts.log.warn({ err: error }, 'embedding documents anew has failed: the next start continues it');
    });
  }

  /** Resolves when the current batch has been stored. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    await this.#keepSpacesInUse();
    for (let lease = await this.#waitForTurn(); lease !== null; lease = await this.#waitForTurn()) {
      this.#signal = AbortSignal.any([this.#stop.signal, lease.signal]);
      try {
        await this.#work();
      } catch (error) {
        if (this.#stop.signal.aborted || !lease.signal.aborted) throw error;
      } finally {
        await lease.release();
      }
    }
    this.progress.end();
  }

  async #work(): Promise<void> {
    const { served, next } = this.#parts.encoders;
    if (this.#spaces.next !== null && next !== null) {
      await this.#switchTo(next);
      await this.#closeUnused(served);
    }
    if (!this.#spaces.complete) await this.#complete(next ?? served);
    this.progress.end();
    await this.#dropLeaving();
  }

  /** Null if there is nothing to do, or nothing any more because another instance has done it. */
  async #waitForTurn(): Promise<Lease | null> {
    for (;;) {
      const { next, complete, leaving } = this.#spaces;
      if (next === null && complete && leaving.length === 0) return null;
      const lease = await takeLease(this.#parts.claims, CLAIM);
      await this.#follow();
      if (lease !== null) return lease;
      await sleep(this.#followMilliseconds, undefined, { signal: this.#stop.signal });
    }
  }

  /** Does here what another instance has done in the store meanwhile. */
  async #follow(): Promise<void> {
    const stored = await this.#parts.storage.get();
    if (stored === null) return;
    const { served, next } = this.#spaces;
    if (stored.served.space !== served.space) {
      if (stored.served.space !== next?.space) throw new Error('Other instances use an encoder that is not set here.');
      this.#parts.serveNext();
      this.#parts.log.info({ space: next.space, former: served.space }, 'another encoder is served');
      this.#closeUnused(this.#parts.encoders.served).catch(() => undefined);
    }
    this.#spaces = stored;
  }

  /** Not complete at once: requests may have written documents while the next encoder failed, so another pass follows. */
  async #switchTo(encoder: IdleTrackingEmbedder): Promise<void> {
    const { served: former, next, leaving } = this.#spaces;
    await this.#embedFor(encoder);
    await this.#change({ served: next!, next: null, complete: false, leaving: [...leaving, former.space] });
    this.#parts.serveNext();
    this.#parts.log.info({ space: encoder.space, former: former.space }, 'another encoder is served');
  }

  async #complete(encoder: IdleTrackingEmbedder): Promise<void> {
    await this.#embedFor(encoder);
    await this.#change({ ...this.#spaces, complete: true });
  }

  async #embedFor(embedder: IdleTrackingEmbedder): Promise<void> {
    const { collections, encoders, split, log, pauseMilliseconds } = this.#parts;
    const { progress } = this;
    const stop = this.#signal;
    const watched = [encoders.served, ...(encoders.next === null ? [] : [encoders.next])];
    const servedSpace = encoders.next === null ? null : encoders.served.space;
    const report = () => log.info({ space: embedder.space, ...progress.summary() }, 'embedding documents anew');
    const reports = setInterval(report, LOG_INTERVAL_MILLISECONDS);
    try {
      await embedMissing({
        collections,
        servedSpace,
        split,
        progress,
        log,
        stop,
        pauseMilliseconds,
        givenUp: this.#givenUp,
        embedder: new ThrottledEmbedder(embedder.unwatched, { othersAreBusy: () => watched.some(isBusy), stop }),
      });
    } finally {
      clearInterval(reports);
    }
    report();
  }

  async #change(spaces: VectorSpaces): Promise<void> {
    await this.#parts.storage.put(spaces);
    this.#spaces = spaces;
  }

  async #closeUnused(encoder: IdleTrackingEmbedder): Promise<void> {
    const { requestMilliseconds } = this.#parts;
    const stop = this.#stop.signal;
    await sleep(requestMilliseconds, undefined, { signal: stop });
    while (encoder.idleMilliseconds < requestMilliseconds)
      await sleep(IDLE_CHECK_MILLISECONDS, undefined, { signal: stop });
    await encoder.close();
  }

  async #dropLeaving(): Promise<void> {
    const { leaving } = this.#spaces;
    if (leaving.length === 0) return;
    await this.#waitForOthers();
    await this.#keepSpacesInUse();
    for (const { documents } of this.#parts.collections)
      for (const space of leaving) await documents.dropVectors(space);
    await this.#change({ ...this.#spaces, leaving: [] });
    this.#parts.log.info({ spaces: leaving }, 'vectors of former encoders have been removed');
  }

  /** Other instances follow after a while, and then finish what they began before. */
  async #waitForOthers(): Promise<void> {
    if (!this.#parts.claims.shared) return;
    const milliseconds = 2 * this.#followMilliseconds + this.#parts.requestMilliseconds;
    await sleep(milliseconds, undefined, { signal: this.#signal });
  }

  async #keepSpacesInUse(): Promise<void> {
    const { served, next } = this.#spaces;
    const inUse = next === null ? [served.space] : [served.space, next.space];
    await Promise.all(this.#parts.collections.map(({ engine }) => engine.keepSpaces(inUse)));
  }
}

function isBusy({ idleMilliseconds }: IdleTrackingEmbedder): boolean {
  return idleMilliseconds < BUSY_MILLISECONDS;
}
