import type { Change, DocumentWithVectors } from '../../domain/document/change.js';
import type {
  ChangeSource,
  Engine,
  EngineDescription,
  EngineStatus,
  Findings,
  FoundPassage,
  MetadataDescription,
  MetadataPlan,
  PassagePlan,
  QueryOptions,
  QueryPlan,
} from '../engine.js';
import type { EngineThreads } from './engine-threads.js';
import type { MergeEffort } from './index/indexer.js';
import type { Applied } from './index/indexer-worker.js';

export interface EmbeddedEngineOptions {
  /** The name of the index: threads are shared by several. */
  index: string;
  folder: string;
  source: ChangeSource;
  threads: EngineThreads;
  /** How often it looks whether there is something to tidy up, in milliseconds. */
  tidyInterval?: number;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
}

/**
 * So many changes that no save covers are worth one, deletions included: a start after a crash has to go through them again, and
 * should not take much longer than any other.
 */
const SAVE_AFTER_CHANGES = 512;

/**
 * After so long without a save, what is new is saved even if it is little: the next start has less to catch up on. After
 * so long without a change, more is merged than is due: the fewer the segments, the faster the searches.
 */
const TIDY_INTERVAL_MS = 30_000;

/** It looks at every document, so everything is exact and no offset is too deep. */
const DESCRIPTION: EngineDescription = {
  name: 'embedded',
  exactTotals: { lexical: true, semantic: true, hybrid: true },
  exactFacets: true,
  deepestOffset: null,
};

/**
 * The engine inside this process. This class only directs: the indexer thread turns changes into segments, query
 * threads read them, the merge thread tidies up. Loads what was saved and catches up with the store before it answers.
 */
export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<Engine> {
  const engine = new EmbeddedEngine(options);
  await engine.start();
  return engine;
}

class EmbeddedEngine implements Engine {
  private current: EngineStatus = { documents: 0, unsavedDocuments: 0, bytes: 0, figures: { segments: 0 } };
  private changesSinceSave = 0;
  private changesSinceTidying = 0;
  /** Whether all that pays has been merged since the last change. */
  private isTidy = false;
  private maintenance: Promise<void> = Promise.resolve();
  private maintaining = false;
  private saving: Promise<void> | null = null;
  /** Whether a merge or a save has failed lately. On a full disk the next one would fail too, and each tries to write again. */
  private hasFailed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: EmbeddedEngineOptions) {}

  /** Until it ends nothing is saved: what is saved must be complete up to a change. */
  async start(): Promise<void> {
    const { index, folder, source, threads, log } = this.options;
    const began = performance.now();
    const opened = await threads.indexer.call('open', { index, folder });
    this.publish(opened);
    const last = await source.lastSequence();
    const changes = opened.sequence <= last ? await source.changesAfter(opened.sequence) : null;
    const isNew = last === 0;
    if (changes === null || (opened.sequence === 0 && !isNew)) await this.rebuild(opened.damage);
    else {
      const isDamaged = opened.sequence > 0 && opened.damage.length > 0;
      if (isDamaged) await this.restoreMissing(opened.damage);
      for await (const batch of changes) await this.applyQuietly(batch);
      if (isDamaged) await this.saveAll();
    }
    this.timer = setInterval(() => this.tidyUp(), this.options.tidyInterval ?? TIDY_INTERVAL_MS).unref();
    this.maintain();
    this.saveIfDue();
    const milliseconds = Math.round(performance.now() - began);
    log.info({ index, documents: this.current.documents, milliseconds }, 'index ready');
  }

  async apply(changes: readonly Change[]): Promise<void> {
    await this.applyQuietly(changes);
    this.maintain();
    this.saveIfDue();
  }

  describe(): EngineDescription {
    return DESCRIPTION;
  }

  find(plan: QueryPlan, { signal }: QueryOptions = {}): Promise<Findings> {
    return this.options.threads.query('find', { index: this.options.index, plan }, signal);
  }

  findPassages(plan: PassagePlan, { signal }: QueryOptions = {}): Promise<FoundPassage[]> {
    return this.options.threads.query('findPassages', { index: this.options.index, plan }, signal);
  }

  describeMetadata(plan: MetadataPlan, { signal }: QueryOptions = {}): Promise<MetadataDescription> {
    return this.options.threads.query('describeMetadata', { index: this.options.index, plan }, signal);
  }

  async keepSpaces(spaces: readonly string[]): Promise<void> {
    const { index, threads } = this.options;
    await threads.indexer.call('keepSpaces', { index, spaces });
    this.maintain();
  }

  status(): EngineStatus {
    return this.current;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all([this.maintenance, this.saving]);
    if (this.changesSinceSave > 0) await this.reportFailure(this.saveAll());
  }

  private async applyQuietly(changes: readonly Change[]): Promise<void> {
    const { index, threads } = this.options;
    this.publish(await threads.indexer.call('apply', { index, changes }));
    this.changesSinceSave += changes.length;
    this.changesSinceTidying += changes.length;
  }

  /** Indexes everything anew. Nothing is saved until it is complete, so a start after a crash begins again. */
  private async rebuild(reasons: readonly string[]): Promise<void> {
    const { index, source, threads, log } = this.options;
    log.warn({ index, reasons }, 'rebuilding the index from the store');
    this.publish(await threads.indexer.call('clear', { index }));
    const sequence = await source.lastSequence();
    let done = 0;
    let merging: Promise<void> | null = null;
    for await (const batch of source.all()) {
      await this.applyQuietly(asPuts(batch, sequence));
      merging ??= this.reportFailure(this.mergeNext('due')).finally(() => {
        merging = null;
      });
      done += batch.length;
      if (done % 10_000 < batch.length) log.info({ index, documents: done }, 'rebuilding the index');
    }
    await merging;
    await this.saveAll();
  }

  /** Brings back the documents of segment files that were damaged or lost. Changes since the last save are still to come. */
  private async restoreMissing(damage: readonly string[]): Promise<void> {
    const { index, source, threads, log } = this.options;
    log.warn({ index, damage }, 'segment files are damaged or missing: restoring their documents from the store');
    const sequence = await source.lastSequence();
    let restored = 0;
    for await (const batch of source.all()) {
      const ids = batch.map(({ document }) => document.id);
      const missing = new Set(await threads.indexer.call('missing', { index, ids }));
      const lost = batch.filter(({ document }) => missing.has(document.id));
      if (lost.length > 0) await this.applyQuietly(asPuts(lost, sequence));
      restored += lost.length;
    }
    log.info({ index, documents: restored }, 'documents of damaged segments restored');
  }

  private publish({ update, status }: Applied): void {
    this.options.threads.publish(this.options.index, update);
    this.current = status;
  }

  private tidyUp(): void {
    const isIdle = this.changesSinceTidying === 0;
    this.changesSinceTidying = 0;
    this.hasFailed = false;
    if (!isIdle) this.isTidy = false;
    this.saveIfDue(1);
    if (isIdle && !this.isTidy && !this.maintaining) this.begin('idle');
  }

  private maintain(): void {
    if (!this.maintaining && !this.hasFailed) this.begin('due');
  }

  private begin(effort: MergeEffort): void {
    this.maintaining = true;
    this.isTidy = effort === 'idle';
    this.maintenance = this.reportFailure(this.mergeAll(effort)).finally(() => {
      this.maintaining = false;
    });
  }

  /** Beside a merge, if there is one: that may take long, and meanwhile documents keep coming in. */
  private saveIfDue(leastChanges = SAVE_AFTER_CHANGES): void {
    if (this.saving !== null || this.hasFailed || this.changesSinceSave < leastChanges) return;
    this.saving = this.reportFailure(this.saveAll()).finally(() => {
      this.saving = null;
    });
  }

  /** The store has everything: a failed merge or save costs time at the next start, nothing else. */
  private async reportFailure(work: Promise<unknown>): Promise<void> {
    const { index, log } = this.options;
    await work.catch((error: unknown) => {
      this.hasFailed = true;
      log.warn({ index, err: error }, 'index maintenance failed');
    });
  }

  private async mergeAll(effort: MergeEffort): Promise<void> {
    // What is not saved yet is not merged with what is.
    if (effort === 'idle') await this.saving;
    while (await this.mergeNext(effort)) await this.saveManifest();
  }

  /** After every merge, or the files of what went in would be kept. What is new is not saved for that: it would be in small files. */
  private async saveManifest(): Promise<void> {
    const { index, source, threads } = this.options;
    await source.forgetChanges(await threads.indexer.call('saveManifest', { index }));
  }

  private async saveAll(): Promise<void> {
    const { index, source, threads } = this.options;
    const changes = this.changesSinceSave;
    this.changesSinceSave = 0;
    try {
      this.publish(await threads.indexer.call('gatherSmall', { index }));
      const { sequence, status } = await threads.indexer.call('saveAll', { index });
      this.current = status;
      await source.forgetChanges(sequence);
    } catch (error) {
      this.changesSinceSave += changes;
      throw error;
    }
  }

  /** Does one merge that is due; false if none is. */
  private async mergeNext(effort: MergeEffort): Promise<boolean> {
    const { index, threads } = this.options;
    const task = await threads.indexer.call('planMerge', { index, effort });
    if (task === null) return false;
    try {
      const data = await threads.merger.call('merge', task);
      this.publish(await threads.indexer.call('finishMerge', { index, task, data }));
    } catch (error) {
      await threads.indexer.call('dropMerge', { index, task });
      // A save meanwhile has left its inputs to it.
      this.changesSinceSave++;
      throw error;
    }
    return true;
  }
}

function asPuts(documents: readonly DocumentWithVectors[], sequence: number): Change[] {
  return documents.map((stored) => ({ kind: 'put', sequence, ...stored }));
}
