import { type Change, MODES, type Mode } from '../../domain/document/document.js';
import type { Environment } from './environment.js';
import { StagedWrites } from './staged-writes.js';

/** Stages one write. It may throw, but only before it has staged anything. */
type Stage<T> = (staged: StagedWrites) => T;

interface Job {
  /** Stages the write and returns a function that resolves it when the commit is durable. */
  stage(staged: StagedWrites): () => void;
  reject(error: unknown): void;
  /** Whether it has a transaction of its own, in which it is staged. */
  exclusive: boolean;
}

interface Answer {
  /** Where the write has changed documents. It resolves only if these changes could be handed on. */
  modes: readonly Mode[];
  settle(): void;
  reject(error: unknown): void;
}

interface Batch {
  staged: StagedWrites;
  answers: Answer[];
}

/** Hands changes on to whoever must know of them. */
type HandOn = (mode: Mode, changes: readonly Change[]) => Promise<void>;

/** Staging runs on the event loop, so it is limited; the rest goes into the next commit. */
const MAX_STAGING_MILLISECONDS = 3;
const MAX_BATCH_JOBS = 400;
const MAX_BATCH_SIZE = 2_000_000;

/**
 * Group commit: while one commit is synced to disk, further writes collect for the next one. So concurrent writes share the
 * cost of a sync, and a single write does not wait.
 */
export class CommitQueue {
  readonly #environment: Environment;
  readonly #afterCommit: HandOn;
  #waiting: Job[] = [];
  #draining: Promise<void> | null = null;
  #closed = false;

  /**
   * `afterCommit` runs for each mode whose documents have changed, when the commit is durable, before its writes resolve. If it
   * fails, only the writes that have changed these documents do: others share nothing with them but the commit.
   */
  constructor(environment: Environment, afterCommit: HandOn) {
    this.#environment = environment;
    this.#afterCommit = afterCommit;
  }

  /**
   * Resolves with what `stage` returned, when it is durable. If `stage` throws, the promise is rejected after the commit too:
   * the error may depend on another write of the batch, which must not be revealed before it is durable.
   */
  run<T>(stage: Stage<T>): Promise<T> {
    return this.#enqueue(stage, false);
  }

  /**
   * The same for a write that depends on what other processes may write: none of them writes between what `stage`
   * reads and what it stages, which must be small.
   */
  runExclusively<T>(stage: Stage<T>): Promise<T> {
    return this.#enqueue(stage, true);
  }

  /** Refuses further writes; resolves when the waiting ones are done. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
  }

  #enqueue<T>(stage: Stage<T>, exclusive: boolean): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The store is closed.'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ stage: (staged) => answerWith(stage(staged), resolve), reject, exclusive });
      this.#draining ??= this.#drain();
    });
  }

  async #drain(): Promise<void> {
    // Waits for the end of the current turn, so that all its writes are in the first batch.
    await null;
    let handingOn = Promise.resolve();
    do {
      while (this.#waiting.length > 0) {
        const batch = await (this.#waiting[0].exclusive ? this.#commitFirst() : this.#commitBatch());
        // While one batch is indexed, the next one is synced to disk. More would only use memory.
        await handingOn;
        if (batch !== null) handingOn = this.#handOn(batch);
      }
      await handingOn;
    } while (this.#waiting.length > 0);
    this.#draining = null;
  }

  #stageBatch(): Batch {
    const staged = new StagedWrites();
    const answers: Answer[] = [];
    const deadline = performance.now() + MAX_STAGING_MILLISECONDS;
    for (const job of this.#waiting) {
      if (job.exclusive) break;
      answers.push(stageJob(job, staged));
      if (answers.length >= MAX_BATCH_JOBS || staged.size >= MAX_BATCH_SIZE || performance.now() > deadline) break;
    }
    this.#waiting.splice(0, answers.length);
    return { staged, answers };
  }

  /** Returns the batch when it is durable; null if it could not be written. */
  async #commitBatch(): Promise<Batch | null> {
    const batch = this.#stageBatch();
    try {
      if (!batch.staged.empty) await batch.staged.commit(this.#environment);
      return batch;
    } catch (error) {
      for (const answer of batch.answers) answer.reject(error);
      return null;
    }
  }

  /** The same with the job that has waited longest. */
  async #commitFirst(): Promise<Batch | null> {
    const [job] = this.#waiting.splice(0, 1);
    const batch: Batch = { staged: new StagedWrites(), answers: [] };
    try {
      await batch.staged.commitExclusively(this.#environment, () => {
        batch.answers.push(stageJob(job, batch.staged));
      });
      return batch;
    } catch (error) {
      job.reject(error);
      return null;
    }
  }

  async #handOn({ staged, answers }: Batch): Promise<void> {
    const failures = new Map<Mode, unknown>();
    await Promise.all(
      staged.changedModes().map(async (mode) => {
        try {
          await this.#afterCommit(mode, staged.changes[mode]);
        } catch (error) {
          failures.set(mode, error);
        }
      }),
    );
    for (const { modes, settle, reject } of answers) {
      const failed = modes.find((mode) => failures.has(mode));
      if (failed === undefined) settle();
      else reject(failures.get(failed));
    }
  }
}

function stageJob(job: Job, staged: StagedWrites): Answer {
  const before = MODES.map((mode) => staged.changes[mode].length);
  const settle = runStage(job, staged);
  const modes = MODES.filter((mode, i) => staged.changes[mode].length > before[i]);
  return { modes, settle, reject: job.reject };
}

function answerWith<T>(result: T, resolve: (result: T) => void): () => void {
  return () => resolve(result);
}

function runStage(job: Job, staged: StagedWrites): () => void {
  try {
    return job.stage(staged);
  } catch (error) {
    return () => job.reject(error);
  }
}
