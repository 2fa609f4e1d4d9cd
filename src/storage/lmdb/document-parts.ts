import type { Transaction } from 'lmdb';
import type { Document, DocumentWithVectors } from '../../domain/document/document.js';
import type { EmbeddedPassages, Passage } from '../../domain/document/vectors.js';
import type { DocumentParts, DocumentRange, ScannedDocuments } from '../storage.js';
import { CURRENT_FORMAT } from './check-store.js';
import type { CommitQueue } from './commit-queue.js';
import {
  decodeContent,
  decodeHead,
  decodePassages,
  decodeVectors,
  encodePassages,
  encodeVectors,
  hasSpace,
  passagesOfFormat1,
  withoutSpace,
} from './document-records.js';
import type { DocumentTables, Environment } from './environment.js';
import type { StagedWrites } from './staged-writes.js';
import { canBeKey, keysAfter, type Sized } from './tables.js';

/** Vector records checked and rewritten per commit, which takes a few milliseconds. */
const DROP_AT_ONCE = 50;

type IndexedPassages = Pick<DocumentWithVectors, 'passages' | 'vectors'>;

/** Reads parts of a document. Synchronous reads share a snapshot, so the parts are from one state. */
export function readParts<Part extends keyof DocumentParts>(
  tables: DocumentTables,
  id: string,
  parts: readonly Part[],
): Pick<DocumentParts, Part> | null {
  const text = canBeKey(id) ? tables.heads.get(id) : undefined;
  if (text === undefined) return null;
  const found: Partial<DocumentParts> = {};
  for (const part of parts) found[part] = PART_READERS[part](tables, id, text);
  return found as Pick<DocumentParts, Part>;
}

type PartReaders = {
  [Part in keyof DocumentParts]: (tables: DocumentTables, id: string, head: string) => DocumentParts[Part];
};

const PART_READERS: PartReaders = {
  document: ({ contents }, id, head) => ({ ...decodeHead(head)[1], content: decodeContent(contents.get(id)) }),
  head: (_tables, _id, head) => decodeHead(head)[1],
  content: ({ contents }, id) => decodeContent(contents.get(id)),
  passages: (tables, id) => readPassages(tables, id),
  vectors: ({ vectors }, id) => decodeVectors(vectors.get(id)),
};

function readPassages({ passages, vectors }: DocumentTables, id: string, transaction?: Transaction): Passage[] {
  return passagesIn(passages.get(id, { transaction }), () => vectors.get(id, { transaction }));
}

/** In the first format, passages were part of the vectors. */
function passagesIn(stored: Buffer | undefined | null, vectors: () => Buffer | undefined | null): Passage[] {
  if (stored) return decodePassages(stored);
  const record = vectors();
  return record ? passagesOfFormat1(record) : [];
}

/** Embeddings as they are indexed. */
function toIndex({ passages, vectors }: EmbeddedPassages): IndexedPassages {
  return passages.length > 1 ? { passages, vectors } : { vectors };
}

/** A document with its vectors, from one state of the store. `head` is the entry of the table `heads`. */
export function readWithVectors(
  tables: DocumentTables,
  head: string,
  transaction: Transaction,
): Sized<DocumentWithVectors> {
  const { item, size } = readWhole(tables, head, transaction);
  const { document, ...embedding } = item;
  return { item: { document, ...toIndex(embedding) }, size };
}

/** The same, with every passage. */
export function readWhole(
  tables: DocumentTables,
  head: string,
  transaction: Transaction,
): Sized<{ document: Document } & EmbeddedPassages> {
  const [, fields] = decodeHead(head);
  const content = decodeContent(tables.contents.get(fields.id, { transaction }));
  const passages = readPassages(tables, fields.id, transaction);
  const vectors = tables.vectors.get(fields.id, { transaction });
  return {
    item: { document: { ...fields, content }, passages, vectors: decodeVectors(vectors) },
    size: head.length + (content?.length ?? 0) + (vectors?.length ?? 0),
  };
}

/** Writes the passages and vectors of the documents of one mode. */
export class StoredEmbeddings {
  readonly #tables: DocumentTables;
  readonly #meta: Environment['meta'];
  readonly #queue: CommitQueue;
  readonly #dropped = new Set<string>();

  constructor(tables: DocumentTables, { meta }: Pick<Environment, 'meta'>, queue: CommitQueue) {
    this.#tables = tables;
    this.#meta = meta;
    this.#queue = queue;
  }

  /** The passages and vectors of the document, including staged ones. */
  staged(id: string, staged: StagedWrites): IndexedPassages {
    const vectors = staged.getBinary(this.#tables.vectors, id);
    const passages = passagesIn(staged.getBinary(this.#tables.passages, id), () => vectors);
    return toIndex({ passages, vectors: decodeVectors(vectors) });
  }

  /** Returns what was staged. Vectors of a dropped space are left out, in case the write began before the drop. */
  stage(id: string, { passages, vectors: given }: EmbeddedPassages, staged: StagedWrites): IndexedPassages {
    const vectors = given.filter(({ space }) => !this.#dropped.has(space));
    if (vectors.length === 0) {
      this.stageRemoval(id, staged);
      return { vectors };
    }
    staged.putBinary(this.#tables.passages, id, encodePassages(passages));
    staged.putBinary(this.#tables.vectors, id, encodeVectors(vectors));
    this.#stageFormat(staged);
    return toIndex({ passages, vectors });
  }

  stageRemoval(id: string, staged: StagedWrites): void {
    staged.removeBinary(this.#tables.passages, id);
    staged.removeBinary(this.#tables.vectors, id);
  }

  missing(space: string, { after, atMost }: DocumentRange): ScannedDocuments {
    const { heads, vectors } = this.#tables;
    const looked = [...heads.getKeys({ ...keysAfter(after), limit: atMost })];
    const ids = looked.filter((id) => !hasSpace(vectors.get(id), space));
    return { ids, count: looked.length, last: looked.at(-1) ?? null };
  }

  async drop(space: string): Promise<void> {
    this.#dropped.add(space);
    let last: string | null = null;
    do {
      const ids: string[] = [...this.#tables.vectors.getKeys({ ...keysAfter(last), limit: DROP_AT_ONCE })];
      await this.#queue.run((staged) => {
        for (const id of ids) this.#stageDrop(id, space, staged);
      });
      last = ids.at(-1) ?? null;
    } while (last !== null);
  }

  #stageFormat(staged: StagedWrites): void {
    const { key, value } = CURRENT_FORMAT;
    if (staged.get(this.#meta, key) !== value) staged.put(this.#meta, key, value);
  }

  #stageDrop(id: string, space: string, staged: StagedWrites): void {
    const record = staged.getBinary(this.#tables.vectors, id);
    if (record === null) return;
    const rest = withoutSpace(record, space);
    if (rest === null) this.stageRemoval(id, staged);
    else if (rest.length < record.length) staged.putBinary(this.#tables.vectors, id, rest);
  }
}
