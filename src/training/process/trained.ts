import type { TrainedFacts } from '../../domain/model/trained-facts.js';

/** What a training gives: what is told of the model, and the file that holds it. */
export interface Trained {
  facts: TrainedFacts;
  model: Uint8Array;
}
