import { resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.js';
import { ExampleReader } from '../http/examples/example-reader.js';
import { gatherDocuments } from '../operations/models/gather-documents.js';
import { LoadedModels } from '../operations/models/loaded-models.js';
import { TrainingQueue } from '../operations/models/training-queue.js';
import { trainingFolder } from '../storage/data-folder.js';
import type { Storage } from '../storage/storage.js';
import { TrainingFiles } from '../storage/training-files.js';
import { ChildProcessTrainer } from '../training/process/child-process-trainer.js';
import type { Collections } from './collections.js';
import type { Encoders } from './encoders.js';

interface LearningOptions {
  log: FastifyBaseLogger;
  collections: Collections;
  encoders: Encoders;
}

/** Trains the models of callers, and keeps those in memory that are in use. */
export class Learning {
  readonly files: TrainingFiles;
  readonly reader = new ExampleReader();
  readonly training: TrainingQueue;
  readonly loaded: LoadedModels;

  constructor(config: Config, storage: Storage, { log, collections, encoders }: LearningOptions) {
    this.files = new TrainingFiles(trainingFolder(resolve(config.dataDir)), storage.examples);
    this.loaded = new LoadedModels((mode) => storage.models(mode));
    this.training = new TrainingQueue({
      models: (mode) => storage.models(mode),
      files: this.files,
      claims: storage.claims,
      trainer: new ChildProcessTrainer({ embedding: config, log }),
      gather: ({ mode, selected, signal }, file) => {
        const { embedder, nextEmbedder } = encoders.services();
        // Models are trained with the encoder that the settings name, also while documents still have another one's vectors.
        const { space } = nextEmbedder ?? embedder;
        return gatherDocuments({ collection: collections.of(mode), selected, space, signal }, file);
      },
      log,
      now: Date.now,
    });
  }

  /** Interrupts a training that runs. It starts over when the service starts again. */
  async close(): Promise<void> {
    await this.training.close();
    await this.reader.close();
  }
}
