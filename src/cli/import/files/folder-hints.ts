import { type FSWatcher, watch } from 'node:fs';

/** Changes come in bursts: a save by an editor is several. They are over when it has been quiet for this long … */
const QUIET_MILLISECONDS = 300;
/** … or have gone on for this long. */
const LONGEST_BURST_MILLISECONDS = 3000;
/** Even where folders can be watched, a look now and then finds what was missed. */
const LOOK_MILLISECONDS = 60_000;
const LOOK_UNWATCHED_MILLISECONDS = 10_000;

/**
 * Tells when something in some folders may have changed. It does not tell what: events of file systems get lost, doubled and
 * reordered, so whoever is told looks at the folders again.
 */
export class FolderHints {
  readonly #watchers = new Map<string, { watcher: FSWatcher; identity: string }>();
  #unwatchable = false;
  #hinted = false;
  #wake: () => void = () => undefined;

  /**
   * Watches exactly these folders from now on. The values tell whether a folder is still the same: one that was deleted and made
   * again has to be watched anew.
   */
  watch(folders: ReadonlyMap<string, string>): void {
    for (const [folder, { identity }] of this.#watchers) if (folders.get(folder) !== identity) this.#forget(folder);
    this.#unwatchable = false;
    for (const [folder, identity] of folders) if (!this.#watchers.has(folder)) this.#add(folder, identity);
  }

  /** Resolves when there may be something to see, or the signal aborts. */
  async next(signal: AbortSignal): Promise<void> {
    const wake = () => this.#wake();
    signal.addEventListener('abort', wake);
    try {
      if (!this.#hinted) await this.#sleep(this.#unwatchable ? LOOK_UNWATCHED_MILLISECONDS : LOOK_MILLISECONDS, signal);
      const start = performance.now();
      while (this.#hinted && !signal.aborted && performance.now() - start < LONGEST_BURST_MILLISECONDS) {
        this.#hinted = false;
        await this.#sleep(QUIET_MILLISECONDS, signal);
      }
      this.#hinted = false;
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  close(): void {
    this.watch(new Map());
  }

  #add(folder: string, identity: string): void {
    try {
      const watcher = watch(folder, () => this.#hint());
      watcher.on('error', () => {
        this.#forget(folder);
        this.#hint();
      });
      this.#watchers.set(folder, { watcher, identity });
      // What came into the folder before it was watched gave no hint.
      this.#hint();
    } catch {
      // It has gone, or there are more folders than the system watches: then we look more often.
      this.#unwatchable = true;
    }
  }

  #forget(folder: string): void {
    this.#watchers.get(folder)?.watcher.close();
    this.#watchers.delete(folder);
  }

  #hint(): void {
    this.#hinted = true;
    this.#wake();
  }

  /** Until the time is over, there is a hint, or the signal aborts. */
  #sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
