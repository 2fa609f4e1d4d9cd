import type { Document } from '../src/domain/document/document.js';
import type { DocumentVectors } from '../src/domain/document/passage.js';
import type { Change, ChangeSource } from '../src/engine/engine.js';

interface StoredDocument {
  document: Document;
  vectors: readonly DocumentVectors[];
}

/**
 * The store's part, in memory: what was written is durable, whatever becomes of the engine. Like the real one it looks for
 * changes when they are asked for one by one, and really forgets.
 */
export class MemoryChangeSource implements ChangeSource {
  readonly #documents = new Map<string, StoredDocument>();
  #changes: Change[] = [];
  #last = 0;
  #forgotten = 0;

  add(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.kind === 'put') this.#documents.set(change.document.id, change);
      else this.#documents.delete(change.id);
      this.#last = change.sequence;
    }
    this.#changes.push(...changes);
  }

  lastSequence(): number {
    return this.#last;
  }

  changesAfter(sequence: number): Iterable<Change> | null {
    return sequence < this.#forgotten ? null : this.#laterThan(sequence);
  }

  all(): Iterable<StoredDocument> {
    return [...this.#documents.values()];
  }

  async forgetChanges(sequence: number): Promise<void> {
    this.#forgotten = Math.max(this.#forgotten, sequence);
    this.#changes = this.#changes.filter((change) => change.sequence > sequence);
  }

  *#laterThan(sequence: number): Generator<Change> {
    yield* this.#changes.filter((change) => change.sequence > sequence);
  }
}
