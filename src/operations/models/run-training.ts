import type { Mode } from '../../domain/document/document.js';
import { ServiceError } from '../../domain/errors/error.js';
import { Unavailable } from '../../domain/errors/unavailable.js';
import { isUnderWay, type Model, type ModelVersion } from '../../domain/model/model.js';
import type { ClaimStorage } from '../../storage/shared-work.js';
import type { ModelStorage, VersionKey } from '../../storage/storage.js';
import type { TrainingFiles } from '../../storage/training-files.js';
import { type Trainer, TrainingFailed, type TrainingWatch } from '../../training/trainer.js';
import type { GatheredExamples, SelectedDocuments } from './gather-documents.js';
import { countPieces, storeWeights } from './loaded-models.js';

/** A version to train. */
export interface Training extends VersionKey {
  mode: Mode;
}

/** What trainings depend on. */
export interface TrainingSources {
  models(mode: Mode): ModelStorage;
  files: TrainingFiles;
  claims: ClaimStorage;
  trainer: Trainer;
  /** Writes documents to a file of examples. Rejects soon after the signal has aborted. */
  gather(training: DocumentsOfTraining, file: string): Promise<GatheredExamples>;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
  now: () => number;
  /** How long the claim to a training holds if this process dies. */
  leaseMilliseconds?: number;
  /**
   * How often the store is asked for trainings that others have left, and when one that could not be stored is made
   * again.
   */
  lookMilliseconds?: number;
}

interface DocumentsOfTraining {
  mode: Mode;
  selected: SelectedDocuments;
  signal: AbortSignal;
}

/** Whoever has a training run. */
export interface RunWatch extends TrainingWatch {
  /** Called with the version before it is trained. */
  onBegun(version: ModelVersion): void;
}

/**
 * Trains one version and records the outcome in the store. False if that could not be done, or not to the end. Never
 * rejects.
 */
export async function runTraining(training: Training, watch: RunWatch, sources: TrainingSources): Promise<boolean> {
  const { modelId: model, version, mode } = training;
  try {
    const status = await new TrainingRun(training, watch, sources).run();
    sources.log.info({ model, version, mode, status }, 'a training has ended');
    return status !== 'stopped';
  } catch (error) {
    sources.log.error({ err: error, model, version, mode }, 'the outcome of a training could not be stored');
    return false;
  }
}

/** A file of examples on disk. */
interface Examples extends GatheredExamples {
  name: string;
}

class TrainingRun {
  readonly #training: Training;
  readonly #watch: RunWatch;
  readonly #sources: TrainingSources;
  readonly #models: ModelStorage;
  /** Files to remove when the run ends. */
  readonly #filesToRemove: string[] = [];
  /** The examples, if they were fetched. */
  #copy: string | null = null;
  /**
   * When the version was created: one that was deleted and created again under its name is another one. Null until
   * the run begins.
   */
  #createdAt: number | null = null;
  /** Pieces of the trained model that may be in the store and that no version refers to. */
  #unusedPieces = 0;

  constructor(training: Training, watch: RunWatch, sources: TrainingSources) {
    this.#training = training;
    this.#watch = watch;
    this.#sources = sources;
    this.#models = sources.models(training.mode);
  }

  /** Returns how the run ended, for the log; "dropped" if the version was canceled or deleted. */
  async run(): Promise<string> {
    const begun = await this.#update((version) => ({ ...version, status: 'training' }));
    if (begun === null) return 'dropped';
    this.#createdAt = begun.put.createdAt;
    this.#watch.onBegun(begun.put);
    try {
      const ended = await this.#train(begun.put);
      return ended?.status ?? 'dropped';
    } catch (error) {
      // The version stays as it is in the store: a cancel has changed it already, a stop trains it again later.
      if (this.#watch.signal.aborted) return 'stopped';
      if (isForTheMoment(error)) {
        this.#sources.log.info({ err: error, ...this.#training }, 'a training has to wait for the engine or the store');
        return 'stopped';
      }
      return (await this.#fail(error))?.status ?? 'dropped';
    } finally {
      await this.#removeUnused();
      for (const name of this.#filesToRemove) await this.#sources.files.remove(name);
      if (this.#copy !== null) await this.#sources.files.removeCopy(this.#copy);
    }
  }

  /** Trains the model, copies it into the store and only then marks the version as ready. */
  async #train(begun: ModelVersion): Promise<ModelVersion | null> {
    const { files, trainer } = this.#sources;
    const examples = await this.#examplesOf(begun);
    const modelFile = this.#temporary('model');
    const model = await this.#models.get(begun.modelId);
    const job = {
      kind: model?.kind ?? 'text_classifier',
      examples: files.path(examples.name),
      exampleCount: examples.count,
      vectors: files.vectorsPath(examples.name),
      model: files.path(modelFile),
    };
    const facts = await trainer.train(job, this.#watch);
    // Another instance may have taken over: its weights must not be mixed with these.
    this.#watch.signal.throwIfAborted();
    const weightPieces = await countPieces(files.path(modelFile));
    this.#unusedPieces = weightPieces;
    await storeWeights(files.path(modelFile), begun, { models: this.#models, signal: this.#watch.signal });
    const ready = await this.#finish((version) => ({
      ...version,
      status: 'ready',
      exampleCount: examples.count,
      labels: examples.labels,
      trained: facts,
      weightPieces,
      readyAt: this.#sources.now(),
    }));
    if (ready !== null) this.#unusedPieces = 0;
    return ready;
  }

  /**
   * Pieces of a version that is still to be trained are replaced by the next training, which may run elsewhere
   * already.
   */
  async #removeUnused(): Promise<void> {
    if (this.#unusedPieces === 0) return;
    const { modelId, version } = this.#training;
    const current = await this.#models.version(modelId, version);
    if (current !== null && (current.status === 'ready' || isUnderWay(current))) return;
    await this.#models.removeWeights({ modelId, version }, this.#unusedPieces);
  }

  async #examplesOf({ examples, exampleCount, labels }: ModelVersion): Promise<Examples> {
    const { files, gather } = this.#sources;
    if (examples.kind === 'documents') {
      const name = this.#temporary('ndjson');
      const documents = { mode: this.#training.mode, selected: examples, signal: this.#watch.signal };
      return { name, ...(await gather(documents, files.path(name))) };
    }
    if (examples.kind === 'gone' || !(await files.fetch(examples.name))) throw examplesGone();
    this.#copy = examples.name;
    return { name: examples.name, count: exampleCount, labels };
  }

  #temporary(ending: 'ndjson' | 'model'): string {
    const name = this.#sources.files.newName(ending);
    this.#filesToRemove.push(name);
    return name;
  }

  #fail(thrown: unknown): Promise<ModelVersion | null> {
    if (!(thrown instanceof TrainingFailed)) this.#sources.log.error({ err: thrown }, 'defect in a training');
    const { code, message } = thrown instanceof TrainingFailed ? thrown : unexpected();
    return this.#finish((version) => ({ ...version, status: 'failed', error: { code, message } }));
  }

  /** Records the outcome. The examples are not needed any more. */
  async #finish(change: (version: ModelVersion) => ModelVersion): Promise<ModelVersion | null> {
    const updated = await this.#update((version) => ({ ...change(version), examples: { kind: 'gone' } }));
    if (updated?.before.examples.kind === 'file') this.#filesToRemove.push(updated.before.examples.name);
    return updated?.put ?? null;
  }

  /** Returns null and writes nothing if the version was canceled or deleted meanwhile. */
  async #update(
    change: (version: ModelVersion) => ModelVersion,
  ): Promise<{ put: ModelVersion; before: ModelVersion } | null> {
    const { modelId: id, version: name } = this.#training;
    const isOver = new Error('The version is not under way any more.');
    try {
      return await this.#models.write({
        id,
        decide: (model, versionOf) => {
          const current = versionOf(name);
          if (model === null || current === null) throw isOver;
          if (!isUnderWay(current) || current.createdAt !== (this.#createdAt ?? current.createdAt)) throw isOver;
          const put = change(current);
          return { model: withVersion(model, put, this.#sources.now()), put, before: current };
        },
      });
    } catch (error) {
      if (error === isOver) return null;
      throw error;
    }
  }
}

/** The model with the changed version. A ready version becomes the default if that was asked for or there is none. */
function withVersion(model: Model, { version, status, makeDefault }: ModelVersion, time: number): Model {
  const isDefault = status === 'ready' && (makeDefault || model.defaultVersion === null);
  return {
    ...model,
    versions: model.versions.map((listed) => (listed.version === version ? { version, status } : listed)),
    defaultVersion: isDefault ? version : model.defaultVersion,
    updatedAt: time,
  };
}

/** Whether the engine or the store refuses only now: while it starts, has too much to do, or can't be reached. */
function isForTheMoment(error: unknown): boolean {
  if (error instanceof Unavailable) return true;
  return error instanceof ServiceError && (error.code === 'engine_unavailable' || error.code === 'overloaded');
}

function examplesGone(): TrainingFailed {
  return new TrainingFailed('examples_missing', 'The examples are gone. Send them again as a new version.');
}

function unexpected(): TrainingFailed {
  const message = 'The training failed on our side. The operator finds the reason in the log.';
  return new TrainingFailed('training_failed', message);
}
