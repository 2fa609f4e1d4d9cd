import type { Mode } from '../../domain/document/document.js';
import type {
  ClassificationMetrics,
  Model,
  ModelMetrics,
  ModelVersion,
  TrainedFacts,
} from '../../domain/model/model.js';
import { Turns } from '../../threads/turns.js';
import type { ModelChange, ModelStorage, ModelWrite, VersionKey } from '../storage.js';
import type { CommitQueue } from './commit-queue.js';
import type { Environment, ModelTables } from './environment.js';
import { requireUnanswered, stageIdempotencyRecord } from './idempotency-storage.js';
import type { StagedWrites } from './staged-writes.js';
import { canBeKey, countEntries, fromSnapshot, read } from './tables.js';

export class LmdbModelStorage implements ModelStorage {
  readonly #environment: Environment;
  readonly #queue: CommitQueue;
  readonly #tables: ModelTables;

  constructor(environment: Environment, queue: CommitQueue, mode: Mode) {
    this.#environment = environment;
    this.#queue = queue;
    this.#tables = environment.models[mode];
  }

  async get(id: string): Promise<Model | null> {
    return parsed<Model>(read(this.#tables.models, id));
  }

  async list(): Promise<Model[]> {
    const { models } = this.#tables;
    const found: Model[] = [];
    const turns = new Turns();
    for (const text of fromSnapshot(this.#environment.root, (transaction) =>
      models.getRange({ transaction }).map(({ value }) => value),
    )) {
      found.push(JSON.parse(text));
      if (turns.isOver) await turns.next();
    }
    return found;
  }

  async count(): Promise<number> {
    return countEntries(this.#tables.models);
  }

  async version(modelId: string, version: string): Promise<ModelVersion | null> {
    return decodeVersion(read(this.#tables.versions, versionKey({ modelId, version })));
  }

  write<Decided extends ModelChange>(write: ModelWrite<Decided>): Promise<Decided> {
    return this.#queue.run((staged) => this.#stage(write, staged));
  }

  putWeights(key: VersionKey, piece: number, bytes: Buffer): Promise<void> {
    return this.#queue.run((staged) => staged.putBinary(this.#tables.weights, pieceKey(key, piece), bytes));
  }

  removeWeights(key: VersionKey, pieces: number): Promise<void> {
    return this.#queue.run((staged) => this.#stageWeightRemoval(key, pieces, staged));
  }

  async weights(key: VersionKey, piece: number): Promise<Buffer | null> {
    return this.#tables.weights.get(pieceKey(key, piece)) ?? null;
  }

  /** Nothing may throw after the first write is staged. */
  #stage<Decided extends ModelChange>(write: ModelWrite<Decided>, staged: StagedWrites): Decided {
    const { models, versions } = this.#tables;
    if (!canBeKey(write.id)) throw new RangeError('An id of this length cannot be stored.');
    const current = parsed<Model>(staged.get(models, write.id));
    const versionOf = (version: string) =>
      decodeVersion(staged.get(versions, versionKey({ modelId: write.id, version })));
    const change = write.decide(current, versionOf);
    const idempotency = write.idempotency?.(change);
    if (idempotency) requireUnanswered(this.#environment, idempotency, staged);
    const removed = change.model === null ? (current?.versions ?? []).map(({ version }) => version) : [];
    if (change.remove !== undefined) removed.push(change.remove);
    for (const version of removed) this.#stageRemoval(versionOf(version), staged);
    if (change.model === null) staged.remove(models, write.id);
    else staged.put(models, write.id, JSON.stringify(change.model));
    if (change.put !== undefined) staged.put(versions, versionKey(change.put), encodeVersion(change.put));
    if (idempotency !== undefined) stageIdempotencyRecord(this.#environment, idempotency, staged);
    return change;
  }

  #stageRemoval(version: ModelVersion | null, staged: StagedWrites): void {
    if (version === null) return;
    staged.remove(this.#tables.versions, versionKey(version));
    this.#stageWeightRemoval(version, version.weightPieces, staged);
  }

  #stageWeightRemoval(key: VersionKey, pieces: number, staged: StagedWrites): void {
    for (let piece = 0; piece < pieces; piece++) staged.removeBinary(this.#tables.weights, pieceKey(key, piece));
  }
}

/** Neither ids nor version names can contain a slash. */
function versionKey({ modelId, version }: VersionKey): string {
  return `${modelId}/${version}`;
}

function pieceKey(key: VersionKey, piece: number): string {
  return `${versionKey(key)}/${piece}`;
}

function parsed<Value>(text: string | null): Value | null {
  return text === null ? null : JSON.parse(text);
}

/** The field names of stored metrics. They must not change, because existing data folders contain them. */
interface StoredClassificationMetrics {
  accuracy: number;
  macro_f1: number;
  labels: ClassificationMetrics['labels'];
  confusion_matrix: ClassificationMetrics['confusionMatrix'];
  calibration_error: number;
  calibration?: ClassificationMetrics['calibration'];
}

type StoredMetrics = StoredClassificationMetrics | Exclude<ModelMetrics, ClassificationMetrics>;

interface StoredVersion extends Omit<ModelVersion, 'trained'> {
  trained: (Omit<TrainedFacts, 'metrics'> & { metrics: StoredMetrics }) | null;
}

export function encodeVersion(version: ModelVersion): string {
  const { trained } = version;
  const stored: StoredVersion = {
    ...version,
    trained: trained === null ? null : { ...trained, metrics: encodeMetrics(trained.metrics) },
  };
  return JSON.stringify(stored);
}

export function decodeVersion(text: string | null): ModelVersion | null {
  if (text === null) return null;
  const stored: StoredVersion = JSON.parse(text);
  const { trained } = stored;
  return { ...stored, trained: trained === null ? null : { ...trained, metrics: decodeMetrics(trained.metrics) } };
}

function encodeMetrics(metrics: ModelMetrics): StoredMetrics {
  if (!('accuracy' in metrics)) return metrics;
  const { accuracy, macroF1, labels, confusionMatrix, calibrationError, calibration } = metrics;
  return {
    accuracy,
    macro_f1: macroF1,
    labels,
    confusion_matrix: confusionMatrix,
    calibration_error: calibrationError,
    calibration,
  };
}

function decodeMetrics(stored: StoredMetrics): ModelMetrics {
  if (!('accuracy' in stored)) return stored;
  return {
    accuracy: stored.accuracy,
    macroF1: stored.macro_f1,
    labels: stored.labels,
    confusionMatrix: stored.confusion_matrix,
    calibrationError: stored.calibration_error,
    ...(stored.calibration === undefined ? {} : { calibration: stored.calibration }),
  };
}
