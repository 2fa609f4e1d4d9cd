import { ConnectionError, type Sextant } from '@sextant/client';
import { noteAway } from '../../app/connection.js';
import { type ChosenFile, isReadable, READABLE } from './chosen-files.js';

export interface FileFailure {
  name: string;
  /** The document of the file that failed; null if it is the whole file. */
  place: string | null;
  reason: string;
}

/** How far the files are. A new object after every change, so that whoever shows it notices. */
export interface FileProgress {
  total: number;
  done: number;
  /** Names of the files that are being sent or read. */
  running: readonly string[];
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  failures: readonly FileFailure[];
  isStopped: boolean;
}

const NOTHING: FileProgress = {
  total: 0,
  done: 0,
  running: [],
  created: 0,
  updated: 0,
  unchanged: 0,
  removed: 0,
  failures: [],
  isStopped: false,
};

/** The service reads two at a time; a third is on its way meanwhile. */
const FILES_AT_ONCE = 3;
/** A service that is busy says so, and is asked again. */
const RETRIES = 6;

/** Sends files one after the other, also while another page is shown. */
export class FileQueue {
  readonly #client: Sextant;
  readonly #onSettled: () => void;
  readonly #listeners = new Set<() => void>();
  readonly #waiting: { chosen: ChosenFile; tenant: string }[] = [];
  #progress = NOTHING;
  #stop = new AbortController();

  /** `onSettled` is called when everything that was added has been sent. */
  constructor(client: Sextant, onSettled: () => void) {
    this.#client = client;
    this.#onSettled = onSettled;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly progress = (): FileProgress => this.#progress;

  get isBusy(): boolean {
    return this.#progress.done < this.#progress.total && !this.#progress.isStopped;
  }

  /** Files of the same name within a tenant replace one another. */
  add(files: readonly ChosenFile[], tenant: string): void {
    if (!this.isBusy) {
      this.#progress = NOTHING;
      this.#stop = new AbortController();
    }
    this.#change({ total: this.#progress.total + files.length });
    this.#waiting.push(...files.map((chosen) => ({ chosen, tenant })));
    while (this.#progress.running.length < FILES_AT_ONCE && this.#waiting.length > 0) this.#runNext();
  }

  /** What is stored by now stays; the rest is not sent. */
  stop(): void {
    this.#waiting.length = 0;
    this.#change({ isStopped: true });
    this.#stop.abort();
  }

  /** Forgets what happened. */
  clear(): void {
    if (!this.isBusy) this.#change(NOTHING);
  }

  async #runNext(): Promise<void> {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    const { name } = next.chosen;
    const { signal } = this.#stop;
    this.#change({ running: [...this.#progress.running, name] });
    const result = await this.#send(next.chosen, next.tenant, signal);
    // Files of a stopped import belong to a progress that is gone.
    if (signal.aborted) return;
    const { running, done } = this.#progress;
    const at = running.indexOf(name);
    this.#change({ ...result, done: done + 1, running: [...running.slice(0, at), ...running.slice(at + 1)] });
    if (this.isBusy) this.#runNext();
    else this.#onSettled();
  }

  async #send(chosen: ChosenFile, tenant: string, signal: AbortSignal): Promise<Partial<FileProgress>> {
    const { name } = chosen;
    const failures: FileFailure[] = [];
    try {
      if (!isReadable(chosen)) throw new Error(`Files of this type are not read. Sextant reads ${READABLE}.`);
      const file = await chosen.open();
      const description = { name, tenant_id: tenant, updated_at: new Date(file.lastModified).toISOString() };
      const { created, updated, unchanged, removed } = await this.#client.documents.importFile(file, description, {
        signal,
        retries: RETRIES,
        onResult: ({ title, line, error }) => {
          if (error !== null) failures.push({ name, place: title ?? `part ${line}`, reason: error.message });
        },
      });
      const before = this.#progress;
      return {
        created: before.created + created,
        updated: before.updated + updated,
        unchanged: before.unchanged + unchanged,
        removed: before.removed + removed,
        failures: [...before.failures, ...failures],
      };
    } catch (error) {
      if (error instanceof ConnectionError) noteAway();
      const reason = error instanceof Error ? error.message : String(error);
      return { failures: [...this.#progress.failures, { name, place: null, reason }] };
    }
  }

  #change(changes: Partial<FileProgress>): void {
    this.#progress = { ...this.#progress, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
