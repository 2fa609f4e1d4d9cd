import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Mode } from '../../domain/mode.js';
import type { ModelVersion } from '../../domain/model.js';
import { readPredictor } from '../../learning/predictor/file.js';
import { PreparedPredictor } from '../../learning/predictor/predict.js';
import { readTextClassifier } from '../../learning/text-classifier/file.js';
import type { TextClassifier } from '../../learning/text-classifier/model.js';
import type { ModelStorage } from '../../storage/storage.js';

interface Loaded {
  model: Promise<unknown>;
  bytes: number;
}

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
    return this.#get(mode, version, (bytes) => new PreparedPredictor(readPredictor(bytes)));
  }

  /** Versions never change, but one may be deleted and another made in its name: the time tells them apart. */
  #get<Read>(mode: Mode, version: ModelVersion, read: (bytes: Uint8Array) => Read): Promise<Read> {
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
    { models, read }: { models: ModelStorage; read: (bytes: Uint8Array) => Read },
  ): Promise<Read> {
    try {
      const bytes = await readWeights(version, models);
      const model = read(bytes);
      this.#account(key, bytes.length);
      return model;
    } catch (error) {
      this.#loaded.delete(key);
      throw error;
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

/** Piece by piece, so that others get their turn in between. No Buffer: what `slice` gives of one is no copy. */
async function readWeights(version: ModelVersion, models: ModelStorage): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  for (let piece = 0; piece < version.weightPieces; piece++) {
    const bytes = models.weights(version, piece);
    if (bytes === null) throw new Error(`The store has lost a piece of ${version.modelId}/${version.version}.`);
    pieces.push(bytes);
    await nextTurn();
  }
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const piece of pieces) {
    whole.set(piece, place);
    place += piece.length;
  }
  return whole;
}
