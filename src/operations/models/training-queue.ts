import { MODES, type Mode } from '../../domain/document/document.js';
import { failure } from '../../domain/errors/error.js';
import { type ExampleSource, isUnderWay, type ModelVersion } from '../../domain/model/model.js';
import { runTraining, type Training, type TrainingSources } from './run-training.js';

interface RunningTraining {
  training: Training;
  abort: AbortController;
  progress: number;
  /** Never rejects. */
  end: Promise<void>;
}

/** Bounds the disk space: the examples of waiting trainings are kept in files. */
const MAX_WAITING = 20;

/**
 * Trains one version at a time, first come, first served. The store is the source of truth: a training whose version was
 * canceled or deleted leaves no trace, and one interrupted by a stop starts again at the next start.
 */
export class TrainingQueue {
  readonly #sources: TrainingSources;
  readonly #waiting: Training[] = [];
  #running: RunningTraining | null = null;
  #closed = false;

  constructor(sources: TrainingSources) {
    this.#sources = sources;
  }

  /** Queues the trainings that were unfinished when the service stopped, in their order. */
  async start(): Promise<void> {
    const left = (await Promise.all(MODES.map((mode) => this.#unfinished(mode)))).flat();
    left.sort((a, b) => a.version.createdAt - b.version.createdAt);
    const files = left.flatMap(({ version: { examples } }) => (examples.kind === 'file' ? [examples.name] : []));
    await this.#sources.files.open(new Set(files));
    for (const { mode, version } of left) this.add({ mode, modelId: version.modelId, version: version.version });
  }

  /** Throws if the queue is full. */
  requireRoom(): void {
    if (this.#waiting.length < MAX_WAITING) return;
    const message = `${MAX_WAITING} trainings are already waiting. Try again when some of them are done.`;
    throw failure('overloaded', message, { retryAfterSeconds: 60 });
  }

  add(training: Training): void {
    this.#waiting.push(training);
    this.#runNext();
  }

  /** From 0 to 1; 0 for a training that is waiting. */
  progress(training: Training): number {
    return this.#running !== null && isSame(this.#running.training, training) ? this.#running.progress : 0;
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

  /** Interrupts the running training; `start` of the next process queues it again. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#waiting.length = 0;
    this.#running?.abort.abort(new Error('The service is stopping.'));
    await this.#running?.end;
  }

  #runNext(): void {
    if (this.#closed || this.#running !== null) return;
    const training = this.#waiting.shift();
    if (training === undefined) return;
    const abort = new AbortController();
    const running: RunningTraining = { training, abort, progress: 0, end: Promise.resolve() };
    const onProgress = (fraction: number) => {
      running.progress = fraction;
    };
    this.#running = running;
    running.end = runTraining(training, { onProgress, signal: abort.signal }, this.#sources).finally(() => {
      this.#running = null;
      this.#runNext();
    });
  }

  async #unfinished(mode: Mode): Promise<{ mode: Mode; version: ModelVersion }[]> {
    const models = this.#sources.models(mode);
    const listed = (await models.list()).flatMap(({ id, versions }) =>
      versions.filter(isUnderWay).map(({ version }) => models.version(id, version)),
    );
    return (await Promise.all(listed)).flatMap((version) => (version === null ? [] : [{ mode, version }]));
  }
}

function isSame(one: Training, other: Training): boolean {
  return one.mode === other.mode && one.modelId === other.modelId && one.version === other.version;
}
