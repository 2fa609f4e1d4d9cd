import { MODES, type Mode } from '../../domain/document/document.js';
import { failure } from '../../domain/errors/error.js';
import { type ExampleSource, isUnderWay, type ModelVersion } from '../../domain/model/model.js';
import { takeLease } from '../../storage/lease.js';
import { runTraining, type Training, type TrainingSources } from './run-training.js';

interface RunningTraining {
  training: Training;
  abort: AbortController;
  progress: number;
  startedAt: number;
  /** What is trained; null until it has begun. */
  version: ModelVersion | null;
  /** Never rejects. */
  end: Promise<void>;
}

/** A training that runs here or waits for its turn: then nothing of it is done. */
export interface TrainingUnderWay extends Training {
  progress: number;
  /** Null while it waits. */
  startedAt: number | null;
}

/** Bounds the disk space: the examples of waiting trainings are kept in files. */
const MAX_WAITING = 20;
/** How often an idle instance looks for trainings that others have left, and a busy one whether its own is still wanted. */
const LOOK_MILLISECONDS = 5_000;

/**
 * Trains one version at a time, first come, first served. The store is the source of truth: a training whose version was
 * canceled or deleted leaves no trace, one interrupted by a stop starts again at the next start, and one that has to
 * wait for the engine or the store starts again soon.
 *
 * If several instances share a store, each trains what it was asked for and, when it has nothing to do, what others left
 * waiting. Who trains a version has a claim to it; if that instance dies, another one starts the training again.
 */
export class TrainingQueue {
  readonly #sources: TrainingSources;
  readonly #waiting: Training[] = [];
  #running: RunningTraining | null = null;
  #looking: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(sources: TrainingSources) {
    this.#sources = sources;
  }

  /** Queues the trainings that were unfinished when the service stopped, in their order. */
  async start(): Promise<void> {
    const left = await this.#unfinished();
    const files = left.flatMap(({ version: { examples } }) => (examples.kind === 'file' ? [examples.name] : []));
    await this.#sources.files.open(new Set(files), this.#sources.now());
    for (const { mode, version } of left) this.add({ mode, modelId: version.modelId, version: version.version });
    if (!this.#sources.claims.shared) return;
    const { lookMilliseconds = LOOK_MILLISECONDS } = this.#sources;
    this.#looking = setInterval(() => void this.#look(), lookMilliseconds).unref();
  }

  /** Throws if the queue is full. */
  async requireRoom(): Promise<void> {
    if ((await this.#countWaiting()) < MAX_WAITING) return;
    const message = `${MAX_WAITING} trainings are already waiting. Try again when some of them are done.`;
    throw failure('overloaded', message, { retryAfterSeconds: 60 });
  }

  add(training: Training): void {
    if (this.#waiting.some((waiting) => isSame(waiting, training))) return;
    this.#waiting.push(training);
    this.#runNext();
  }

  /** The trainings of this instance, the running one first. */
  underWay(): TrainingUnderWay[] {
    const running = this.#running;
    const waiting = this.#waiting.map((training) => ({ ...training, progress: 0, startedAt: null }));
    if (running === null) return waiting;
    const { training, progress, startedAt } = running;
    return [{ ...training, progress, startedAt }, ...waiting];
  }

  /** From 0 to 1; 0 for a training that is waiting. */
  async progress(training: Training): Promise<number> {
    if (this.#running !== null && isSame(this.#running.training, training)) return this.#running.progress;
    return this.#sources.claims.shared ? this.#sources.claims.progress(claimOf(training)) : 0;
  }

  /** Stops the training of a version that was canceled or deleted. Resolves when it has ended and its files are gone. */
  async drop(training: Training, examples: ExampleSource): Promise<void> {
    const index = this.#waiting.findIndex((waiting) => isSame(waiting, training));
    if (index >= 0) this.#waiting.splice(index, 1);
    const running = this.#running;
    if (running !== null && isSame(running.training, training)) {
      running.abort.abort(new Error('The training was canceled.'));
      await running.end;
    }
    if (examples.kind === 'file') await this.#sources.files.remove(examples.name);
  }

  /** Interrupts the running training. Another instance takes it over, or `start` of the next process queues it again. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#looking !== null) clearInterval(this.#looking);
    this.#waiting.length = 0;
    this.#running?.abort.abort(new Error('The service is stopping.'));
    await this.#running?.end;
  }

  #runNext(): void {
    if (this.#closed || this.#running !== null) return;
    const training = this.#waiting.shift();
    if (training === undefined) return;
    const abort = new AbortController();
    const startedAt = this.#sources.now();
    const end = Promise.resolve();
    const running: RunningTraining = { training, abort, progress: 0, startedAt, version: null, end };
    this.#running = running;
    running.end = this.#runClaimed(running).finally(() => {
      this.#running = null;
      this.#runNext();
    });
  }

  /** Does nothing if another instance is at it. Never rejects. */
  async #runClaimed(running: RunningTraining): Promise<void> {
    const { training, abort } = running;
    const { claims, log, leaseMilliseconds, lookMilliseconds = LOOK_MILLISECONDS } = this.#sources;
    const onProgress = (fraction: number) => {
      running.progress = fraction;
    };
    const onBegun = (version: ModelVersion) => {
      running.version = version;
    };
    try {
      const options = { milliseconds: leaseMilliseconds, progress: () => running.progress };
      const lease = await takeLease(claims, claimOf(training), options);
      if (lease === null) return;
      const watch = claims.shared ? setInterval(() => void this.#stopUnwanted(running), lookMilliseconds) : null;
      try {
        const signal = AbortSignal.any([abort.signal, lease.signal]);
        const isDone = await runTraining(training, { onProgress, onBegun, signal }, this.#sources);
        if (!isDone && !abort.signal.aborted) this.#addLater(training);
      } finally {
        if (watch !== null) clearInterval(watch);
        await lease.release();
      }
    } catch (error) {
      log.error({ err: error, model: training.modelId, version: training.version }, 'a training could not be claimed');
    }
  }

  /** The store may be full, the engine busy, or the claim lost because this process was paused. */
  #addLater(training: Training): void {
    const { lookMilliseconds = LOOK_MILLISECONDS } = this.#sources;
    setTimeout(() => this.add(training), lookMilliseconds).unref();
  }

  /** Looks for trainings that other instances have left or have no time for. */
  async #look(): Promise<void> {
    if (this.#closed || this.#running !== null || this.#waiting.length > 0) return;
    try {
      for (const { mode, version } of await this.#unfinished()) {
        this.#waiting.push({ mode, modelId: version.modelId, version: version.version });
      }
      this.#runNext();
    } catch (error) {
      this.#sources.log.error({ err: error }, 'the store could not be asked for trainings');
    }
  }

  /** The version may have been canceled or deleted through another instance, and even created again. */
  async #stopUnwanted({ training, abort, version: begun }: RunningTraining): Promise<void> {
    const { mode, modelId, version: name } = training;
    const version = await this.#sources
      .models(mode)
      .version(modelId, name)
      .catch(() => undefined);
    if (version === undefined) return;
    const isWanted = version !== null && isUnderWay(version) && version.createdAt === (begun ?? version).createdAt;
    if (!isWanted) abort.abort(new Error('The training was canceled.'));
  }

  async #countWaiting(): Promise<number> {
    if (!this.#sources.claims.shared) return this.#waiting.length;
    const models = (await Promise.all(MODES.map((mode) => this.#sources.models(mode).list()))).flat();
    return models.flatMap(({ versions }) => versions).filter(({ status }) => status === 'queued').length;
  }

  /** Oldest first. */
  async #unfinished(): Promise<{ mode: Mode; version: ModelVersion }[]> {
    const left = (await Promise.all(MODES.map((mode) => this.#unfinishedIn(mode)))).flat();
    return left.sort((a, b) => a.version.createdAt - b.version.createdAt);
  }

  async #unfinishedIn(mode: Mode): Promise<{ mode: Mode; version: ModelVersion }[]> {
    const models = this.#sources.models(mode);
    const listed = (await models.list()).flatMap(({ id, versions }) =>
      versions.filter(isUnderWay).map(({ version }) => models.version(id, version)),
    );
    return (await Promise.all(listed)).flatMap((version) => (version === null ? [] : [{ mode, version }]));
  }
}

function claimOf({ mode, modelId, version }: Training): string {
  return `training/${mode}/${modelId}/${version}`;
}

function isSame(one: Training, other: Training): boolean {
  return one.mode === other.mode && one.modelId === other.modelId && one.version === other.version;
}
