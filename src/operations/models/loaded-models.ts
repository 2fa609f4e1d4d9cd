import { open, stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Mode } from '../../domain/document/document.js';
import { failure } from '../../domain/errors/error.js';
import type { ModelVersion } from '../../domain/model/model.js';
import { ModelFileUnreadable } from '../../learning/model-file.js';
import { readPredictor } from '../../learning/predictor/model.js';
import { PreparedPredictor } from '../../learning/predictor/predict.js';
import { readTextClassifier, type TextClassifier } from '../../learning/text-classifier/model.js';
import type { ModelStorage, VersionKey } from '../../storage/storage.js';
import { modelNotFound, versionNotFound } from './model-errors.js';

interface Loaded {
  model: Promise<unknown>;
  /** 0 while the model is being read. */
  bytes: number;
}

type Reader<Read> = (bytes: Uint8Array) => Read | Promise<Read>;

const MAX_BYTES = 512 * 1024 * 1024;

/** An LRU cache of trained models, bounded by the bytes of their files. In memory a text classifier takes up to 4 MB more. */
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
    if (loaded === undefined) return;
    loaded.bytes = bytes;
    this.#bytes += bytes;
    for (const [other, { bytes: freed }] of this.#loaded) {
      if (this.#bytes <= this.#maxBytes) return;
      // One that is being read frees nothing yet: dropped now, its bytes would be counted later and never given back.
      if (other === key || freed === 0) continue;
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

// A trained model is stored in pieces, each written in one commit: small enough that neither other writes nor, on reading,
// other requests have to wait for it.

const PIECE_BYTES = 1024 * 1024;

/** The number of pieces that a model file is stored in. */
export async function countPieces(file: string): Promise<number> {
  return Math.ceil((await stat(file)).size / PIECE_BYTES);
}

/**
 * Copies a model file into the store. Rejects when the signal aborts, with some of its pieces stored or all of them.
 */
export async function storeWeights(
  file: string,
  key: VersionKey,
  { models, signal }: { models: ModelStorage; signal: AbortSignal },
): Promise<void> {
  const handle = await open(file, 'r');
  try {
    for (let piece = 0; ; piece++) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, piece * PIECE_BYTES);
      if (bytesRead === 0) return;
      await models.putWeights(key, piece, buffer.subarray(0, bytesRead));
      signal.throwIfAborted();
    }
  } finally {
    await handle.close();
  }
}

/** Reads a model file from the store. Yields to other requests between pieces. Only the last piece may be shorter. */
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
  if (bytes !== null) return bytes;
  const { modelId, version: name, createdAt } = version;
  // Both may have been deleted since the request found them.
  if ((await models.get(modelId)) === null) throw modelNotFound(modelId, 'model_id');
  if ((await models.version(modelId, name))?.createdAt !== createdAt) throw versionNotFound(modelId, name);
  throw new Error(`The store has lost a piece of ${modelId}/${name}.`);
}
