import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Mode } from '../../domain/document/mode.js';
import { failure } from '../../domain/errors/error.js';
import type { ModelVersion } from '../../domain/model/model.js';
import { ModelFileUnreadable } from '../../learning/model-file.js';
import { readPredictor } from '../../learning/predictor/file.js';
import { PreparedPredictor } from '../../learning/predictor/predict.js';
import { readTextClassifier } from '../../learning/text-classifier/file.js';
import type { TextClassifier } from '../../learning/text-classifier/model.js';
import type { ModelStorage } from '../../storage/storage.js';

interface Loaded {
  model: Promise<unknown>;
  bytes: number;
}

type Reader<Read> = (bytes: Uint8Array) => Read | Promise<Read>;

const MOST_BYTES = 512 * 1024 * 1024;

/** Trained models as they are asked: read from the store once, and kept for as long as memory allows. */
export class LoadedModels {
  /** The one used last comes last. */
  readonly #loaded = new Map<string, Loaded>();
  #bytes = 0;

  constructor(
    private readonly storage: (mode: Mode) => ModelStorage,
    private readonly mostBytes = MOST_BYTES,
  ) {}

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

  /** Versions never change, but one may be deleted and another made in its name: the time tells them apart. */
  #get<Read>(mode: Mode, version: ModelVersion, read: Reader<Read>): Promise<Read> {
    const key = `${mode}/${version.modelId}/${version.version}/${version.createdAt}`;
    const known = this.#loaded.get(key);
    const loaded = known ?? { model: this.#load(key, version, { models: this.storage(mode), read }), bytes: 0 };
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
      if (this.#bytes <= this.mostBytes || other === key) return;
      this.#loaded.delete(other);
      this.#bytes -= freed;
    }
  }
}

/** Piece by piece, so that others get their turn in between. Only the last piece may be shorter than the first. */
async function readWeights(version: ModelVersion, models: ModelStorage): Promise<Uint8Array> {
  const pieceBytes = (await pieceOf(version, 0, models)).length;
  const whole = new Uint8Array(version.weightPieces * pieceBytes);
  let end = 0;
  for (let piece = 0; piece < version.weightPieces; piece++) {
    const bytes = await pieceOf(version, piece, models);
    whole.set(bytes, piece * pieceBytes);
    end = piece * pieceBytes + bytes.length;
    await nextTurn();
  }
  return whole.subarray(0, end);
}

async function pieceOf(version: ModelVersion, piece: number, models: ModelStorage): Promise<Uint8Array> {
  const bytes = await models.weights(version, piece);
  if (bytes === null) throw new Error(`The store has lost a piece of ${version.modelId}/${version.version}.`);
  return bytes;
}

/** One that an earlier release wrote in another format is of no use any more; its owner can be told what to do. */
function explained(error: unknown, { version, modelId }: ModelVersion): unknown {
  if (!(error instanceof ModelFileUnreadable)) return error;
  const message = `Version "${version}" of the model "${modelId}" was trained by another release of the service. Train it anew.`;
  return failure('model_not_ready', message, { param: 'version' });
}
