import type { VectorSpaces } from '../../domain/document/vectors.js';
import type { VectorSpaceStorage } from '../storage.js';
import type { CommitQueue } from './commit-queue.js';
import type { Environment } from './environment.js';

const KEY = 'vector-spaces';

export class LmdbVectorSpaceStorage implements VectorSpaceStorage {
  constructor(
    private readonly environment: Environment,
    private readonly queue: CommitQueue,
  ) {}

  get(): VectorSpaces | null {
    const text = this.environment.meta.get(KEY);
    return text === undefined ? null : JSON.parse(text);
  }

  put(spaces: VectorSpaces): Promise<void> {
    return this.queue.run((staged) => staged.put(this.environment.meta, KEY, JSON.stringify(spaces)));
  }
}
