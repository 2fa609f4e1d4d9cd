import type { DocumentRange, LookedAt } from '../storage.js';
import type { CommitQueue } from './commit-queue.js';
import type { DocumentTables } from './environment.js';
import type { StagedWrites } from './staged-writes.js';
import { decodeVectors, encodeVectors, hasSpace } from './vector-record.js';

/** How many records one commit looks at and rewrites: a few milliseconds' work. */
const DROP_AT_ONCE = 50;

/** Which vector spaces the documents of one mode have. */
export class StoredSpaces {
  readonly #dropped = new Set<string>();

  constructor(
    private readonly tables: DocumentTables,
    private readonly queue: CommitQueue,
  ) {}

  /** A write that began before its space was dropped must not bring it back. */
  isDropped(space: string): boolean {
    return this.#dropped.has(space);
  }

  without(space: string, { after, atMost }: DocumentRange): LookedAt {
    const { heads, vectors } = this.tables;
    const looked = [...heads.getKeys({ ...startAfter(after), limit: atMost })];
    const ids = looked.filter((id) => !hasSpace(vectors.get(id), space));
    return { ids, count: looked.length, last: looked.at(-1) ?? null };
  }

  async drop(space: string): Promise<void> {
    this.#dropped.add(space);
    let last: string | null = null;
    do {
      const ids: string[] = [...this.tables.vectors.getKeys({ ...startAfter(last), limit: DROP_AT_ONCE })];
      await this.queue.run((staged) => {
        for (const id of ids) this.#dropFrom(id, space, staged);
      });
      last = ids.at(-1) ?? null;
    } while (last !== null);
  }

  #dropFrom(id: string, space: string, staged: StagedWrites): void {
    const table = this.tables.vectors;
    const record = staged.getBinary(table, id);
    if (!hasSpace(record, space)) return;
    const rest = decodeVectors(record).filter((vectors) => vectors.space !== space);
    if (rest.length > 0) staged.putBinary(table, id, encodeVectors(rest));
    else staged.removeBinary(table, id);
  }
}

function startAfter(id: string | null): { start?: string; exclusiveStart?: boolean } {
  return id === null ? {} : { start: id, exclusiveStart: true };
}
