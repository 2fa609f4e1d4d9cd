import type { ModelKind } from '../domain/model/model.js';
import type { TrainedFacts } from '../domain/model/trained-facts.js';

export interface TrainingJob {
  kind: ModelKind;
  /** A file of examples, one JSON object a line: `{text, label}` or `{input, label}`; see example-line.ts. */
  examples: string;
  exampleCount: number;
  /** The file that vectors of texts are kept in meanwhile; a training that was cut short goes on with what it holds. */
  vectors: string;
  /** The file that the trained model is written to. */
  model: string;
}

export interface TrainingWatch {
  /** Told from 0 to 1, never falling. */
  onProgress(fraction: number): void;
  /** Ends the training at once; it then rejects with the signal's reason. */
  signal: AbortSignal;
}

/** Learns models from examples, without holding up anything else. */
export interface Trainer {
  /** Rejects with `TrainingFailed` where the owner of the examples can be told why. */
  train(job: TrainingJob, watch: TrainingWatch): Promise<TrainedFacts>;
}

/** Why a model could not be trained, in words for its owner. */
export class TrainingFailed extends Error {
  constructor(
    readonly code: string,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'TrainingFailed';
  }
}
