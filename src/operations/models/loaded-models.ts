import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Mode } from '../../domain/document/mode.js';
import { failure } from '../../domain/errors/error.js';
import type { ModelVersion } from '../../domain/model/model.js';
import { ModelFileUnreadable } from '../../learning/model-file.js';
import { readPredictor } from '../../learning/predictor/model.js';
import { PreparedPredictor } from '../../learning/predictor/predict.js';
import type { TextClassifier } from '../../learning/text-classifier/model.js';
import { readTextClassifier } from '../../learning/text-classifier/model.js';
import type { ModelStorage } from '../../storage/storage.js';
import { readWeights } from './stored-weights.js';

interface Loaded {
  model: Promise<unknown>;
  /** 0 while the model is being read. */
  bytes: number;
}

type Reader<Read> = (bytes: Uint8Array) => Read | Promise<Read>;

const MAX_BYTES = 512 * 1024 * 1024;

/** An LRU cache of trained models, bounded by the bytes of their files. */
export class LoadedModels {
  /** Least recently used first. */
  readonly #loaded = new Map<string, Loaded>();
  #bytes = 0;
  readonly #storage: (mode: Mode) => ModelStorage;
  readonly #maxBytes: number;

  constructor(storage: (mode: Mode) => ModelStorage, maxBytes = MAX_BYTES) {
    this.#storage = storage;
    this.#maxBytes = maxBytes;
  }

  textClassifier(mode: Mode, version: ModelVersion): Promise<TextClassifier> {
    return this.#get(mode, version, readTextClassifier);
  }

  predictor(mode: Mode, version: ModelVersion): Promise<PreparedPredictor> {
    return this.#get(mode, version, async (bytes) => {
      const model = readPredictor(bytes);
      await nextTurn();
      return new PreparedPredictor(model);
    });
  }

  /** Versions never change, but one may be deleted and created again under its name, so the key includes the time. */
  #get<Read>(mode: Mode, version: ModelVersion, read: Reader<Read>): Promise<Read> {
    const key = `${mode}/${version.modelId}/${version.version}/${version.createdAt}`;
    const known = this.#loaded.get(key);
    const loaded = known ?? { model: this.#load(key, version, { models: this.#storage(mode), read }), bytes: 0 };
    this.#loaded.delete(key);
    this.#loaded.set(key, loaded);
    return loaded.model as Promise<Read>;
  }

  async #load<Read>(
    key: string,
    version: ModelVersion,
    { models, read }: { models: ModelStorage; read: Reader<Read> },
  ): Promise<Read> {
    try {
      const bytes = await readWeights(version, models);
      const model = await read(bytes);
      this.#account(key, bytes.length);
      return model;
    } catch (error) {
      this.#loaded.delete(key);
      throw explained(error, version);
    }
  }

  #account(key: string, bytes: number): void {
    const loaded = this.#loaded.get(key);
    if (loaded !== undefined) loaded.bytes = bytes;
    this.#bytes += bytes;
    for (const [other, { bytes: freed }] of this.#loaded) {
      if (this.#bytes <= this.#maxBytes || other === key) return;
      this.#loaded.delete(other);
      this.#bytes -= freed;
    }
  }
}

/** A file in the format of another release can't be read; the message tells the owner what to do. */
function explained(error: unknown, { version, modelId }: ModelVersion): unknown {
  if (!(error instanceof ModelFileUnreadable)) return error;
  const message = `Version "${version}" of the model "${modelId}" was trained by another release of the service. Train it again.`;
  return failure('model_not_ready', message, { param: 'version' });
}
