import type { TrainedFacts } from '../../domain/model/trained-facts.js';
import type { EmbeddingConfig } from '../../inference/open-embedder.js';
import type { TrainingJob } from '../trainer.js';

/** What the service and the process that trains for it tell each other. */
export interface StartMessage {
  job: TrainingJob;
  embedding: EmbeddingConfig;
}

export type ReportMessage =
  | { kind: 'progress'; fraction: number }
  | { kind: 'trained'; facts: TrainedFacts }
  | { kind: 'failed'; code: string; message: string };
