import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.js';
import type { ScoreScale } from '../engine/engine.js';
import { readScoreScale } from '../inference/calibration.js';
import { knownEncoder, openEmbedder, openKnownEncoder } from '../inference/open-embedder.js';
import type { Collection, OperationServices } from '../operations/context.js';
import { Reembedding } from '../operations/vectors/reembedding.js';
import type { ReembeddingProgress } from '../operations/vectors/reembedding-progress.js';
import { type EncoderServices, ServedEncoders } from '../operations/vectors/served-encoders.js';
import type { Storage } from '../storage/storage.js';

const PAUSE_MILLISECONDS = 1000;

export interface EncodersOptions {
  storage: Storage;
  log: FastifyBaseLogger;
  /** The longest that the work on a request may take. */
  requestMilliseconds: number;
}

/** The encoders of a service, and the work of bringing all documents to the one that the settings name. */
export class Encoders {
  #loading: Promise<ServedEncoders> | null = null;
  #served: ServedEncoders | null = null;
  #reembedding: Reembedding | null = null;

  constructor(
    readonly config: Config,
    readonly options: EncodersOptions,
  ) {}

  async load(): Promise<void> {
    this.#loading ??= this.#open();
    this.#served = await this.#loading;
  }

  /** For one request: the next one may be given others. */
  services(): EncoderServices {
    return this.#loaded().services;
  }

  beginReembedding(collections: readonly Collection[], split: OperationServices['split']): void {
    const served = this.#loaded();
    const { storage, log, requestMilliseconds } = this.options;
    this.#reembedding = new Reembedding({
      collections,
      storage: storage.vectorSpaces,
      claims: storage.claims,
      encoders: served.opened,
      split,
      serveNext: () => served.serveNext(),
      requestMilliseconds,
      pauseMilliseconds: PAUSE_MILLISECONDS,
      log,
    });
    this.#reembedding.start();
  }

  /** Null before it has begun. */
  reembeddingProgress(): ReembeddingProgress | null {
    return this.#reembedding?.progress ?? null;
  }

  async close(): Promise<void> {
    await this.#reembedding?.stop();
    await this.#loading?.then(
      (served) => served.close(),
      () => undefined,
    );
  }

  #loaded(): ServedEncoders {
    if (this.#served === null) throw new Error('The encoder was asked for before it was loaded.');
    return this.#served;
  }

  #open(): Promise<ServedEncoders> {
    const { config } = this;
    const { storage, log } = this.options;
    const onFailure = (error: Error) => log.error({ err: error }, 'the encoder has failed');
    return ServedEncoders.open({
      storage,
      openConfigured: async () => {
        const embedder = await openEmbedder(config, onFailure);
        return { embedder, known: knownEncoder(config, embedder.space) };
      },
      openKnown: (known) => openKnownEncoder(known, config, onFailure),
      scaleOf: (space) => this.#scaleOf(space),
      log,
    });
  }

  async #scaleOf(space: string): Promise<ScoreScale> {
    const { calibrated, ...scale } = await readScoreScale(space);
    if (!calibrated) this.options.log.warn({ space }, 'scores of this encoder are not calibrated: cutoffs may not fit');
    return scale;
  }
}
