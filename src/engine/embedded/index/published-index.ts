import type { Change } from '../../../domain/document/document.js';
import type { CallableThread } from '../../../threads/callable-thread.js';
import type { EngineWork } from '../../engine.js';
import type { EngineThreads } from '../engine-threads.js';
import type { IndexStatus, OpenedIndex } from './indexer.js';
import type { IndexerMethods, IndexStep } from './indexer-worker.js';
import type { MergeEffort } from './merge-policy.js';
import type { MergeMethods } from './merge-worker.js';

/** The threads as an index uses them. A test can put itself in between. */
export interface IndexThreads extends Pick<EngineThreads, 'canWrite' | 'publish' | 'republish' | 'query'> {
  readonly indexer: Pick<CallableThread<IndexerMethods>, 'call'>;
  readonly merger: Pick<CallableThread<MergeMethods>, 'call'>;
}

/**
 * One index, seen from the main thread. The indexer thread changes it; each update is posted to the query threads before the
 * call resolves, so later queries see it. A call that fails may have changed the index nevertheless, so all segments are
 * published again before the next change.
 */
export class PublishedIndex {
  readonly name: string;
  readonly #folder: string;
  readonly #threads: IndexThreads;
  #hasLostStep = false;
  #merge: EngineWork | null = null;
  #status: IndexStatus = { documents: 0, unsavedDocuments: 0, bytes: 0, figures: {} };

  constructor({ name, folder, threads }: { name: string; folder: string; threads: IndexThreads }) {
    this.name = name;
    this.#folder = folder;
    this.#threads = threads;
  }

  get status(): IndexStatus {
    return this.#status;
  }

  /** The merge that runs; null if none does. */
  get merge(): EngineWork | null {
    return this.#merge;
  }

  /** Loads the saved index. `sequence` is the last change that it includes, 0 if nothing could be loaded. */
  async open(): Promise<Omit<OpenedIndex, 'update'>> {
    const opened = await this.#threads.indexer.call('open', { index: this.name, folder: this.#folder });
    this.#publish(opened);
    return { sequence: opened.sequence, damage: opened.damage, setAside: opened.setAside };
  }

  /** Removes everything, including the files. */
  async clear(): Promise<void> {
    await this.#step(() => this.#threads.indexer.call('clear', { index: this.name }));
  }

  async apply(changes: readonly Change[]): Promise<void> {
    await this.#step(() => this.#threads.indexer.call('apply', { index: this.name, changes }));
  }

  /** Leaves out a document that can't be indexed. Rejects if no document can be indexed at the moment. */
  async setAside({ id, sequence }: { id: string; sequence: number }): Promise<void> {
    await this.#step(() => this.#threads.indexer.call('setAside', { index: this.name, id, sequence }));
  }

  /** Tells that a rebuilt index has every change up to this one. */
  completeUpTo(sequence: number): Promise<void> {
    return this.#threads.indexer.call('completeUpTo', { index: this.name, sequence });
  }

  /** The ids that are not in the index. */
  missing(ids: string[]): Promise<string[]> {
    return this.#threads.indexer.call('missing', { index: this.name, ids });
  }

  keepSpaces(spaces: readonly string[]): Promise<void> {
    return this.#threads.indexer.call('keepSpaces', { index: this.name, spaces });
  }

  /** Runs one merge in the merge thread; false if none is due. */
  async mergeNext(effort: MergeEffort): Promise<boolean> {
    const { indexer } = this.#threads;
    const task = await indexer.call('planMerge', { index: this.name, effort });
    if (task === null) return false;
    this.#merge = { kind: 'merge', startedAt: Date.now(), done: null, total: task.documents };
    try {
      const data = await this.#threads.merger.call('merge', task);
      await this.#step(() => indexer.call('finishMerge', { index: this.name, task, data }));
    } catch (error) {
      await indexer.call('dropMerge', { index: this.name, task });
      throw error;
    } finally {
      this.#merge = null;
    }
    return true;
  }

  /** Saves all segments. Returns the change up to which everything is saved. */
  async save(): Promise<number> {
    await this.#step(() => this.#threads.indexer.call('gatherSmall', { index: this.name }));
    const { sequence, status } = await this.#threads.indexer.call('saveAll', { index: this.name });
    this.#status = status;
    return sequence;
  }

  /** Saves which of the saved segments are current, and removes the files of others. Returns the same as `save`. */
  saveManifest(): Promise<number> {
    return this.#threads.indexer.call('saveManifest', { index: this.name });
  }

  async #step(take: () => Promise<IndexStep>): Promise<void> {
    if (this.#hasLostStep) await this.#republish();
    try {
      this.#publish(await take());
    } catch (error) {
      this.#hasLostStep = true;
      throw error;
    }
  }

  async #republish(): Promise<void> {
    const { segments, status } = await this.#threads.indexer.call('current', { index: this.name });
    this.#threads.republish(this.name, segments);
    this.#status = status;
    this.#hasLostStep = false;
  }

  #publish({ update, status }: IndexStep): void {
    this.#threads.publish(this.name, update);
    this.#status = status;
  }
}
