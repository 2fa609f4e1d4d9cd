import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '../../../domain/document/document.js';
import type { PublishedIndex } from './published-index.js';

/** Milliseconds to wait before each further attempt. */
const RETRY_DELAYS_MS = [50, 250, 1000];

export interface ChangeApplierOptions {
  index: PublishedIndex;
  /** False once there is no point in trying again. */
  mayRetry: () => boolean;
  retryDelays?: readonly number[];
  log: {
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
}

/** Applies changes to an index in spite of failures, of the engine or of single documents. */
export class ChangeApplier {
  readonly #options: ChangeApplierOptions;

  constructor(options: ChangeApplierOptions) {
    this.#options = options;
  }

  /** Applies all changes or, after a few attempts, rejects. */
  async apply(changes: readonly Change[]): Promise<void> {
    const { index, log, mayRetry, retryDelays = RETRY_DELAYS_MS } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        await index.apply(changes);
        return;
      } catch (error) {
        if (attempt === retryDelays.length || !mayRetry()) throw error;
        log.warn({ index: index.name, err: error }, 'changes could not be indexed and will be tried again');
        await sleep(retryDelays[attempt]);
      }
    }
  }

  /**
   * For changes that keep failing together: bisects them, and sets aside each document that fails by itself, so that it
   * does not hold up the others. Rejects if the engine as a whole fails: then nothing is set aside.
   *
   * Parts are applied in order, each after everything before it was applied or set aside, so the index can be saved at any
   * moment in between.
   */
  async applyInParts(changes: readonly Change[]): Promise<void> {
    if (changes.length === 1) return this.#applyOrSetAside(changes[0]);
    const middle = changes.length >>> 1;
    for (const part of [changes.slice(0, middle), changes.slice(middle)]) {
      try {
        await this.#options.index.apply(part);
      } catch (error) {
        if (!this.#options.mayRetry()) throw error;
        await this.applyInParts(part);
      }
    }
  }

  async #applyOrSetAside(change: Change): Promise<void> {
    // A deletion can't fail because of its document, so it is never set aside.
    if (change.kind === 'delete') return this.apply([change]);
    const { index, log } = this.#options;
    const { sequence, document } = change;
    const error = await this.#tryAlone(change);
    if (error === null) return;
    await index.setAside({ id: document.id, sequence });
    log.error(
      { index: index.name, document: document.id, tenant: document.tenantId, sequence, err: error },
      'a document can not be indexed and was set aside: searches do not find it',
    );
  }

  /**
   * Applies one change in a few attempts; returns the last error if all of them failed. An empty batch before each attempt
   * shows that the engine works. Rejects if it does not: then the failure says nothing about the change.
   */
  async #tryAlone(change: Change): Promise<unknown> {
    const { index, mayRetry, retryDelays = RETRY_DELAYS_MS } = this.#options;
    let lastError: unknown = null;
    for (const delay of [0, ...retryDelays]) {
      await sleep(delay);
      await index.apply([]);
      try {
        await index.apply([change]);
        return null;
      } catch (error) {
        if (!mayRetry()) throw error;
        lastError = error;
      }
    }
    return lastError;
  }
}
