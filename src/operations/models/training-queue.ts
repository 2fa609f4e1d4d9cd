import { MODES, type Mode } from '../../domain/document/mode.js';
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

/** Their examples lie on the disk meanwhile. */
const MOST_WAITING = 20;

/**
 * Trains one version after the other, in the order they came. What the store says of a version is the truth: a training
 * whose version has been canceled or deleted leaves no trace, one that a stop cut short begins anew at the next start.
 */
export class TrainingQueue {
  readonly #waiting: Training[] = [];
  #running: RunningTraining | null = null;
  #closed = false;

  constructor(private readonly sources: TrainingSources) {}

  /** Takes up what an earlier run of the service left behind. */
  async start(): Promise<void> {
    const left = (await Promise.all(MODES.map((mode) => this.#unfinished(mode)))).flat();
    left.sort((a, b) => a.version.createdAt - b.version.createdAt);
    const files = left.flatMap(({ version: { examples } }) => (examples.kind === 'file' ? [examples.name] : []));
    await this.sources.files.open(new Set(files));
    for (const { mode, version } of left) this.add({ mode, modelId: version.modelId, version: version.version });
  }

  /** Refuses where more wait than can be kept. */
  requireRoom(): void {
    if (this.#waiting.length < MOST_WAITING) return;
    const message = `${MOST_WAITING} trainings are waiting already. Try again when some of them are done.`;
    throw failure('overloaded', message, { retryAfterSeconds: 60 });
  }

  add(training: Training): void {
    this.#waiting.push(training);
    this.#runNext();
  }

  /** How far it has come, 0 for one that waits. */
  progress(training: Training): number {
    return this.#running !== null && isSame(this.#running.training, training) ? this.#running.progress : 0;
  }

  /** Ends a training whose version has been canceled or deleted. Resolves when nothing of it is left. */
  async drop(training: Training, examples: ExampleSource): Promise<void> {
    const place = this.#waiting.findIndex((waiting) => isSame(waiting, training));
    if (place >= 0) this.#waiting.splice(place, 1);
    const running = this.#running;
    if (running !== null && isSame(running.training, training)) {
      running.abort.abort(new Error('The training was canceled.'));
      await running.end;
    }
    if (examples.kind === 'file') await this.sources.files.remove(examples.name);
  }

  /** Cuts short what runs; it begins anew at the next start. */
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
    running.end = runTraining(training, { onProgress, signal: abort.signal }, this.sources).finally(() => {
      this.#running = null;
      this.#runNext();
    });
  }

  async #unfinished(mode: Mode): Promise<{ mode: Mode; version: ModelVersion }[]> {
    const models = this.sources.models(mode);
    const versions = (await models.list()).flatMap(({ id, versions }) =>
      versions.filter(isUnderWay).map(({ version }) => models.version(id, version)),
    );
    return (await Promise.all(versions)).flatMap((version) => (version === null ? [] : [{ mode, version }]));
  }
}

function isSame(one: Training, other: Training): boolean {
  return one.mode === other.mode && one.modelId === other.modelId && one.version === other.version;
}
