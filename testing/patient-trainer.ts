import { readFileSync, writeFileSync } from 'node:fs';
import type { TrainedFacts } from '../src/domain/model/model.js';
import type { Trainer, TrainingJob, TrainingWatch } from '../src/training/trainer.js';
import { TRAINED_FACTS } from './sample-models.js';

/** Stays at half until it is told to finish. The model says what it was trained from. */
export class PatientTrainer implements Trainer {
  readonly jobs: string[] = [];
  finish = () => {};
  readonly #finished = new Promise<void>((resolve) => {
    this.finish = resolve;
  });

  async train({ examples, model }: TrainingJob, { onProgress, signal }: TrainingWatch): Promise<TrainedFacts> {
    // A signal that has aborted before tells its listeners nothing.
    signal.throwIfAborted();
    const text = readFileSync(examples, 'utf8');
    this.jobs.push(text);
    onProgress(0.5);
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    await Promise.race([this.#finished, stopped]);
    writeFileSync(model, `trained from ${text}`);
    return TRAINED_FACTS;
  }
}
