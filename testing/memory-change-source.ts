import type { Change, DocumentWithVectors } from '../src/domain/document/document.js';
import type { ChangeSource } from '../src/engine/engine.js';

/** Small, so that several are asked for. */
const BATCH = 500;

/**
 * The store's part, in memory: what was written is durable, whatever becomes of the engine. Like the real one it looks for
 * changes only when the iteration begins, and really forgets.
 */
export class MemoryChangeSource implements ChangeSource {
  readonly #documents = new Map<string, DocumentWithVectors>();
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

  async lastSequence(): Promise<number> {
    return this.#last;
  }

  async changesAfter(sequence: number): Promise<AsyncIterable<Change[]> | null> {
    return sequence < this.#forgotten ? null : this.#laterThan(sequence);
  }

  async *all(): AsyncGenerator<DocumentWithVectors[]> {
    yield* inBatches([...this.#documents.values()]);
  }

  async forgetChanges(sequence: number): Promise<void> {
    this.#forgotten = Math.max(this.#forgotten, sequence);
    this.#changes = this.#changes.filter((change) => change.sequence > sequence);
  }

  async *#laterThan(sequence: number): AsyncGenerator<Change[]> {
    yield* inBatches(this.#changes.filter((change) => change.sequence > sequence));
  }
}

function* inBatches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH);
}
