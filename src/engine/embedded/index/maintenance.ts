import type { ChangeSource } from '../../engine.js';
import type { MergeEffort } from './merge-policy.js';
import type { PublishedIndex } from './published-index.js';

/** Save once this many changes are unsaved (deletions included), to keep the replay after a crash short. */
const SAVE_AFTER_CHANGES = 512;

/**
 * Unsaved changes are saved this often, however few they are, to shorten the next start. After an interval without changes
 * the index counts as idle, and more is merged than is due: searches are faster with fewer segments.
 */
const TIDY_INTERVAL_MS = 30_000;

export interface MaintenanceOptions {
  index: Pick<PublishedIndex, 'name' | 'mergeNext' | 'save' | 'saveManifest'>;
  source: Pick<ChangeSource, 'forgetChanges'>;
  /** Milliseconds between two checks whether anything should be saved or merged. */
  tidyInterval?: number;
  log: { warn(details: object, message: string): void };
}

/**
 * Decides when an index is merged and when it is saved; `merge-policy.ts` decides which segments are merged.
 *
 * After changes: merge what is due; save once enough changes are unsaved. At every interval: save what is unsaved, and
 * after an interval without changes merge whatever pays. A merge and a save may overlap: a merge can take long, and
 * documents keep coming in meanwhile. At most one of each runs. After a failure both pause until the next interval,
 * since on a full disk the next one would fail too. It begins suspended.
 */
export class Maintenance {
  readonly #options: MaintenanceOptions;
  readonly #merge = new Job();
  readonly #save = new Job();
  #forgetting: Promise<void> = Promise.resolve();
  #isSuspended = true;
  #isClosed = false;
  #hasFailed = false;
  #unsavedChanges = 0;
  #changesInInterval = 0;
  /** Whether everything that pays has been merged since the last change. */
  #isFullyMerged = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: MaintenanceOptions) {
    this.#options = options;
  }

  noteChanges(count: number): void {
    this.#unsavedChanges += count;
    this.#changesInInterval += count;
  }

  /** Starts the merges and saves that are due. Call it after changes. */
  wake(): void {
    if (this.#isSuspended || this.#hasFailed) return;
    if (!this.#merge.isRunning) this.#startMerge('due');
    this.#saveIfAtLeast(SAVE_AFTER_CHANGES);
  }

  resume(): void {
    this.#isSuspended = false;
    this.#timer ??= setInterval(() => this.#tidy(), this.#options.tidyInterval ?? TIDY_INTERVAL_MS).unref();
    this.wake();
  }

  /** Starts nothing new until `resume`. Resolves once no merge and no save is running. */
  async suspend(): Promise<void> {
    this.#isSuspended = true;
    this.#isFullyMerged = false;
    await this.settled();
  }

  /** While suspended: runs one due merge in the background, without saving the manifest. */
  mergeOnce(): void {
    if (!this.#merge.isRunning) this.#merge.start(() => this.#reported(() => this.#mergeNext('due')));
  }

  async settled(): Promise<void> {
    await Promise.all([this.#merge.settled(), this.#save.settled()]);
  }

  /** Saves everything now. */
  async save(): Promise<void> {
    const changes = this.#unsavedChanges;
    this.#unsavedChanges = 0;
    try {
      this.#forget(await this.#options.index.save());
    } catch (error) {
      this.#unsavedChanges += changes;
      throw error;
    }
  }

  /** Saves everything now, or logs why it can't: on a full disk documents can still be found, and the next interval tries again. */
  async saveIfPossible(): Promise<void> {
    await this.#reported(() => this.save());
  }

  /** Saves unsaved changes, unless suspended: an incomplete index must not be saved. Merges that are still due are left to the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.settled();
    if (!this.#isSuspended && this.#unsavedChanges > 0) await this.saveIfPossible();
    await this.#forgetting;
  }

  #tidy(): void {
    const isIdle = this.#changesInInterval === 0;
    this.#changesInInterval = 0;
    this.#hasFailed = false;
    if (!isIdle) this.#isFullyMerged = false;
    if (this.#isSuspended) return;
    this.#saveIfAtLeast(1);
    if (isIdle && !this.#isFullyMerged && !this.#merge.isRunning) this.#startMerge('idle');
  }

  #startMerge(effort: MergeEffort): void {
    this.#isFullyMerged = effort === 'idle';
    this.#merge.start(() => this.#reported(() => this.#mergeAll(effort)));
  }

  #saveIfAtLeast(changes: number): void {
    if (this.#save.isRunning || this.#hasFailed || this.#unsavedChanges < changes) return;
    this.#save.start(() => this.#reported(() => this.save()));
  }

  async #mergeAll(effort: MergeEffort): Promise<void> {
    // Unsaved segments are not merged with saved ones.
    if (effort === 'idle') await this.#save.settled();
    // The manifest is saved after every merge, so that the files of its inputs can be removed. New segments are not saved
    // with it, or there would be many small files.
    while (!this.#isSuspended && !this.#isClosed && (await this.#mergeNext(effort))) {
      this.#forget(await this.#options.index.saveManifest());
    }
  }

  /**
   * Drops saved changes from the store's log. Nothing but `close` waits for it: the store may confirm it only after the engine has
   * applied earlier changes, and that may wait for `suspend`.
   */
  #forget(sequence: number): void {
    const { source } = this.#options;
    this.#forgetting = this.#forgetting.then(() => this.#reported(() => source.forgetChanges(sequence)));
  }

  async #mergeNext(effort: MergeEffort): Promise<boolean> {
    try {
      return await this.#options.index.mergeNext(effort);
    } catch (error) {
      // A save during the merge has skipped its inputs, so they are unsaved again.
      this.#unsavedChanges++;
      throw error;
    }
  }

  /** Failures are only logged: the store has every document, so a failed merge or save just makes the next start slower. */
  async #reported(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#hasFailed = true;
      this.#isFullyMerged = false;
      this.#options.log.warn({ index: this.#options.index.name, err: error }, 'index maintenance failed');
    }
  }
}

/** Work in the background, one run at a time. It must not reject. */
class Job {
  #run: Promise<void> | null = null;

  get isRunning(): boolean {
    return this.#run !== null;
  }

  start(work: () => Promise<void>): void {
    this.#run = work().finally(() => {
      this.#run = null;
    });
  }

  async settled(): Promise<void> {
    await this.#run;
  }
}
