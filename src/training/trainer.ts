import type { ModelKind, TrainedFacts } from '../domain/model/model.js';

export interface TrainingJob {
  kind: ModelKind;
  /** The file of examples; see example-file.ts. */
  examples: string;
  exampleCount: number;
  /** The file that embeddings of texts are saved to; an interrupted training continues with those it contains. */
  vectors: string;
  /** The file to write the trained model to. */
  model: string;
}

export interface TrainingWatch {
  /** Receives values from 0 to 1 that never decrease. */
  onProgress(fraction: number): void;
  /** Stops the training immediately; it then rejects with the signal's reason. */
  signal: AbortSignal;
}

/** Trains models from examples without blocking the service. */
export interface Trainer {
  /** Rejects with `TrainingFailed` if the owner of the examples can be told why. */
  train(job: TrainingJob, watch: TrainingWatch): Promise<TrainedFacts>;
}

/** Why a model could not be trained, with a message for its owner. */
export class TrainingFailed extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'TrainingFailed';
    this.code = code;
  }
}
