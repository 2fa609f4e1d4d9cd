import { isDeepStrictEqual } from 'node:util';
import type { Mode } from '../../domain/document/document.js';
import { ClusterTrouble } from '../../opensearch/cluster-errors.js';
import { AlreadyAnswered } from '../storage.js';
import type { DocumentIndex, DocumentToStore, FoundDocument } from './document-index.js';
import type { IdempotencyLedger } from './idempotency-ledger.js';
import { decodeState, type IdempotencyMark, type StoredSource } from './stored-document.js';
import type { Decision, WriteGroup } from './write-group.js';

export interface TryParts {
  mode: Mode;
  index: DocumentIndex;
  ledger: IdempotencyLedger;
  isDropped: (space: string) => boolean;
}

/** Tokens of earlier writes that a document keeps. A lost answer is missed within seconds. */
const TOKENS_KEPT = 8;

const DOCUMENT_FIELDS: readonly (keyof StoredSource)[] = ['head', 'content', 'writes', 'idempotency'];
const ALL_FIELDS: readonly (keyof StoredSource)[] = [...DOCUMENT_FIELDS, 'passages_at', 'vectors'];

/** Reads what is stored under the ids of the groups. */
export async function readAll(groups: readonly WriteGroup[], parts: TryParts): Promise<WriteTry[]> {
  const wanted = groups.map(({ id, keepsVectors }) => ({ id, fields: keepsVectors ? ALL_FIELDS : DOCUMENT_FIELDS }));
  const found = await parts.index.get(wanted);
  return groups.map((group, index) => new WriteTry(group, found[index], parts));
}

/** Of tries that are prepared. */
export async function makeOperations(tries: readonly WriteTry[], index: DocumentIndex): Promise<void> {
  const toStore = tries.map((one) => one.toStore);
  const sources = await index.sourcesOf(toStore.filter((one) => one !== null));
  for (const [number, one] of tries.entries()) one.makeOperation(toStore[number] && sources.shift()!);
}

/** One try to store a group, on condition that what was found is still there. */
export class WriteTry {
  /** What the cluster is asked to do; null if nothing needs to be done. */
  operation: Parameters<DocumentIndex['write']>[0][number] | null = null;
  readonly #marks: IdempotencyMark[] = [];
  readonly #found: FoundDocument | null;
  readonly #parts: TryParts;

  constructor(
    readonly group: WriteGroup,
    found: FoundDocument | null,
    parts: TryParts,
  ) {
    this.#found = found;
    this.#parts = parts;
  }

  /** Decides, and does what has to be done before the operation. `stored` if there is nothing left to do. */
  async prepare(): Promise<'stored' | 'prepared'> {
    const { index, ledger, isDropped } = this.#parts;
    const { source } = this.#found ?? {};
    if (this.#isStored()) return 'stored';
    const { state, records, outcomes } = this.group.decide(
      source === undefined ? null : decodeState(source),
      isDropped,
    );
    if (outcomes.every((outcome) => 'refusal' in outcome)) return 'stored';
    if (state !== null) await index.addSpaces(state);
    await this.#prepareRecords(records);
    // The marks of earlier records go with the state that is replaced.
    await ledger.settle(source?.idempotency ?? []);
    return 'prepared';
  }

  /** Null for a deletion. */
  get toStore(): DocumentToStore | null {
    const state = this.group.decision?.state ?? null;
    if (state === null) return null;
    const writes = [...(this.#found?.source.writes ?? []).slice(1 - TOKENS_KEPT), this.group.token];
    return { state, marks: { writes, idempotency: this.#marks.length === 0 ? undefined : this.#marks } };
  }

  /** `source` is the JSON of what is to be stored; null for a deletion. */
  makeOperation(source: string | null): void {
    const { group } = this;
    const found = this.#found;
    const { id } = group;
    group.seen = found?.seen ?? null;
    if (found === null) this.operation = source === null ? null : { kind: 'create', id, source };
    else if (source === null) this.operation = { kind: 'delete', id, seen: found.seen };
    else this.operation = { kind: 'put', id, source, seen: found.seen };
  }

  /** Records of a deletion have no document to be marked in: they are settled once it is made. */
  async finish(): Promise<void> {
    if (this.group.decision?.state === null) await this.#parts.ledger.settle(this.#marks);
  }

  /** Whether an earlier try was stored, and only its answer was lost. */
  #isStored(): boolean {
    const { group } = this;
    const found = this.#found;
    if (!group.mayBeStored) return false;
    if (found === null && group.decision?.state === null) return true;
    if (found?.source.writes?.includes(group.token)) return true;
    // It was to be stored on condition that nothing changes. Something has, so it never will be.
    if (!isDeepStrictEqual(found?.seen ?? null, group.seen)) group.mayBeStored = false;
    return false;
  }

  async #prepareRecords(records: Decision['records']): Promise<void> {
    const { group } = this;
    const { ledger, mode } = this.#parts;
    for (const { key, record, deletes } of records) {
      const target = { kind: 'document', mode, id: group.id, deletes } as const;
      try {
        const mark = await ledger.prepare({ key, record, target, token: group.token });
        if (mark === null) throw keepsChanging(group.id);
        this.#marks.push(mark);
      } catch (error) {
        if (!(error instanceof AlreadyAnswered)) throw error;
        group.refuse(key, error);
        throw keepsChanging(group.id);
      }
    }
  }
}

export function keepsChanging(id: string): ClusterTrouble {
  const message = `The document "${id}" is being changed by too many others at the same time. Try again in a moment.`;
  return new ClusterTrouble('conflict', message);
}
