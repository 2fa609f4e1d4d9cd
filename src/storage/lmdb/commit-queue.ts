import type { Environment } from './environment.js';
import { StagedWrites } from './staged-writes.js';

/** Stages one write. It may throw, but only before it has staged anything. */
type Stage<T> = (staged: StagedWrites) => T;

interface Job {
  /** Runs the write's turn and returns how to answer its caller once the commit is durable. */
  stage(staged: StagedWrites): () => void;
  reject(error: unknown): void;
}

interface Batch {
  staged: StagedWrites;
  answers: { settle(): void; reject(error: unknown): void }[];
}

/** Staging runs on the event loop, so it ends early rather than hold up others; what is left goes into the next commit. */
const MAX_STAGING_MILLISECONDS = 3;
const MAX_BATCH_JOBS = 400;
const MAX_BATCH_SIZE = 2_000_000;

/**
 * One commit at a time: while it is under way the next batch gathers, so that the cost of the disk's sync is shared by
 * all who write at the same time, and a lone writer waits for nobody.
 */
export class CommitQueue {
  readonly #environment: Environment;
  readonly #afterCommit: (staged: StagedWrites) => Promise<void>;
  #waiting: Job[] = [];
  #draining: Promise<void> | null = null;
  #closed = false;

  /** `afterCommit` runs after each commit is durable and before its writers are answered. */
  constructor(environment: Environment, afterCommit: (staged: StagedWrites) => Promise<void>) {
    this.#environment = environment;
    this.#afterCommit = afterCommit;
  }

  /**
   * Resolves with what `stage` returned, when that is durable. An error of `stage` is passed on after the commit too: it
   * may rest on what another write of the batch staged, which must not be told before it is true.
   */
  run<T>(stage: Stage<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The store is closed.'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ stage: (staged) => answerWith(stage(staged), resolve), reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Takes no more writes; resolves when those that wait are done. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
  }

  async #drain(): Promise<void> {
    // Lets the caller finish its turn: all that it writes in it belongs to the first batch.
    await null;
    let handingOn = Promise.resolve();
    do {
      while (this.#waiting.length > 0) {
        const batch = this.#stageBatch();
        const durable = await this.#makeDurable(batch);
        // While one batch is handed on, the next goes to disk; more than that would only pile up in memory.
        await handingOn;
        if (durable) handingOn = this.#handOn(batch);
      }
      await handingOn;
    } while (this.#waiting.length > 0);
    this.#draining = null;
  }

  #stageBatch(): Batch {
    const staged = new StagedWrites();
    const answers: Batch['answers'] = [];
    const deadline = performance.now() + MAX_STAGING_MILLISECONDS;
    for (const job of this.#waiting) {
      answers.push({ settle: runStage(job, staged), reject: job.reject });
      if (answers.length >= MAX_BATCH_JOBS || staged.size >= MAX_BATCH_SIZE || performance.now() > deadline) break;
    }
    this.#waiting.splice(0, answers.length);
    return { staged, answers };
  }

  async #makeDurable({ staged, answers }: Batch): Promise<boolean> {
    try {
      if (!staged.empty) await staged.commit(this.#environment);
      return true;
    } catch (error) {
      for (const answer of answers) answer.reject(error);
      return false;
    }
  }

  async #handOn({ staged, answers }: Batch): Promise<void> {
    try {
      await this.#afterCommit(staged);
    } catch (error) {
      for (const answer of answers) answer.reject(error);
      return;
    }
    for (const answer of answers) answer.settle();
  }
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
