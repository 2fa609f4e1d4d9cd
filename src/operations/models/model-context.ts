import type { Caller } from '../../domain/caller.js';
import type { ModelStorage } from '../../storage/storage.js';
import type { TrainingQueue } from './training-queue.js';

/** What an operation on models works with: who asks, and the models of their mode. */
export interface ModelContext {
  caller: Caller;
  models: ModelStorage;
  training: TrainingQueue;
  now: () => number;
}
