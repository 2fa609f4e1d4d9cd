import type { Change } from '../../../domain/document/change.js';
import type { CallableThread } from '../../../threads/callable-thread.js';
import type { EngineStatus } from '../../engine.js';
import type { EngineThreads } from '../engine-threads.js';
import type { IndexerMethods, IndexStep } from './indexer-worker.js';
import type { MergeEffort } from './merge-policy.js';
import type { MergeMethods } from './merge-worker.js';

/** The threads as an index uses them. A test can put itself in between. */
export interface IndexThreads extends Pick<EngineThreads, 'canWrite' | 'publish' | 'republish' | 'query'> {
  readonly indexer: Pick<CallableThread<IndexerMethods>, 'call'>;
  readonly merger: Pick<CallableThread<MergeMethods>, 'call'>;
}

/**
 * One index, seen from the main thread. The indexer thread changes it, and each step that it takes is handed to the query
 * threads before the call resolves: later queries see it. A call that fails may have changed the index all the same, so
 * before the next step all segments are published again.
 */
export class PublishedIndex {
  readonly name: string;
  readonly #folder: string;
  readonly #threads: IndexThreads;
  #hasLostStep = false;
  #status: EngineStatus = { documents: 0, unsavedDocuments: 0, bytes: 0, figures: { segments: 0 } };

  constructor({ name, folder, threads }: { name: string; folder: string; threads: IndexThreads }) {
    this.name = name;
    this.#folder = folder;
    this.#threads = threads;
  }

  get status(): EngineStatus {
    return this.#status;
  }

  /** Loads what was saved. `sequence` is the change up to which it has everything, 0 where nothing could be used. */
  async open(): Promise<{ sequence: number; damage: string[] }> {
    const opened = await this.#threads.indexer.call('open', { index: this.name, folder: this.#folder });
    this.#publish(opened);
    return { sequence: opened.sequence, damage: opened.damage };
  }

  /** Forgets everything, the files included. */
  async clear(): Promise<void> {
    await this.#step(() => this.#threads.indexer.call('clear', { index: this.name }));
  }

  async apply(changes: readonly Change[]): Promise<void> {
    await this.#step(() => this.#threads.indexer.call('apply', { index: this.name, changes }));
  }

  /** Those of the ids that are not in the index. */
  missing(ids: string[]): Promise<string[]> {
    return this.#threads.indexer.call('missing', { index: this.name, ids });
  }

  keepSpaces(spaces: readonly string[]): Promise<void> {
    return this.#threads.indexer.call('keepSpaces', { index: this.name, spaces });
  }

  /** Does one merge in the merge thread; false where none is due. */
  async mergeNext(effort: MergeEffort): Promise<boolean> {
    const { indexer, merger } = this.#threads;
    const task = await indexer.call('planMerge', { index: this.name, effort });
    if (task === null) return false;
    try {
      const data = await merger.call('merge', task);
      await this.#step(() => indexer.call('finishMerge', { index: this.name, task, data }));
    } catch (error) {
      await indexer.call('dropMerge', { index: this.name, task });
      throw error;
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
