import type { Change, Document, DocumentWithVectors } from '../../domain/document/document.js';
import type {
  DocumentParts,
  DocumentRange,
  DocumentStorage,
  DocumentWrite,
  ScannedDocuments,
  WholeRange,
  WriteOutcome,
} from '../storage.js';
import type { DocumentIndex } from './document-index.js';
import { DocumentWriter, type WriterParts } from './document-writer.js';
import { decodePart, decodeState, FIELDS_OF_PARTS, type StoredSource, toIndex } from './stored-document.js';

/** How long the cluster keeps one state for a reader who has not come back for the next batch. */
const KEEP_ALIVE = '10m';
const FIRST_BATCH = 50;
const LARGEST_BATCH = 400;
/** What a batch should have at most. Its size follows from the batch before. */
const BATCH_CHARACTERS = 4_000_000;
/** Documents that vectors are removed from at once. */
const DROP_AT_ONCE = 100;

const STATE_FIELDS: readonly (keyof StoredSource)[] = ['head', 'content', 'passages_at', 'vectors'];

export class OpenSearchDocumentStorage implements DocumentStorage {
  readonly #index: DocumentIndex;
  readonly #writer: DocumentWriter;
  readonly #dropped = new Set<string>();

  constructor(parts: Omit<WriterParts, 'isDropped'>) {
    this.#index = parts.index;
    this.#writer = new DocumentWriter({ ...parts, isDropped: (space) => this.#dropped.has(space) });
  }

  async getMany<Part extends keyof DocumentParts>(
    ids: readonly string[],
    parts: readonly Part[],
  ): Promise<(Pick<DocumentParts, Part> | null)[]> {
    const fields = [...new Set(parts.flatMap((part) => FIELDS_OF_PARTS[part]))];
    const found = await this.#index.get(ids.map((id) => ({ id, fields })));
    return found.map((one) => one && partsOf(one.source, parts));
  }

  count(): Promise<number> {
    return this.#index.count();
  }

  write(writes: readonly DocumentWrite[]): Promise<PromiseSettledResult<WriteOutcome>[]> {
    return Promise.allSettled(writes.map((write) => this.#writer.write(write)));
  }

  onCommit(listener: (changes: readonly Change[]) => Promise<void>): void {
    this.#writer.onCommit(listener);
  }

  all({ after: start = null, everyPassage = false }: WholeRange = {}): AsyncIterable<DocumentWithVectors[]> {
    return this.#index.atOneTime(KEEP_ALIVE, async function* (search) {
      let after = start;
      let size = FIRST_BATCH;
      for (;;) {
        const { hits } = await search<StoredSource>({ ...byId(after, size), _source: STATE_FIELDS });
        if (hits.hits.length === 0) return;
        const sources = hits.hits.flatMap(({ _source }) => _source ?? []);
        const states = sources.map(decodeState);
        yield everyPassage ? states : states.map(toIndex);
        after = hits.hits.at(-1)!._id;
        size = nextSize(size, sources);
      }
    });
  }

  async withoutVectors(space: string, { after, atMost }: DocumentRange): Promise<ScannedDocuments> {
    await this.#index.refresh();
    const wanted = { ...byId(after, atMost), _source: false, docvalue_fields: ['spaces'] };
    const { hits } = await this.#index.search(wanted);
    const ids = hits.hits.filter(({ fields }) => !fields?.spaces?.includes(space)).map(({ _id }) => _id);
    return { ids, count: hits.hits.length, last: hits.hits.at(-1)?._id ?? null };
  }

  /** Writes the documents again, without what is dropped. */
  async dropVectors(space: string): Promise<void> {
    this.#dropped.add(space);
    for (;;) {
      await this.#index.refresh();
      const query = { term: { spaces: space } };
      const { hits } = await this.#index.search({ ...byId(null, DROP_AT_ONCE), query, _source: false });
      if (hits.hits.length === 0) return;
      const writes = hits.hits.map(({ _id: id }) => this.#writer.write({ id, decide: asItIs }, { silent: true }));
      for (const result of await Promise.allSettled(writes)) {
        if (result.status === 'rejected' && !(result.reason instanceof Deleted)) throw result.reason;
      }
    }
  }

  close(): Promise<void> {
    return this.#writer.close();
  }
}

/** The document was deleted while the vectors of its space were dropped. */
class Deleted extends Error {}

function asItIs(current: Document | null): Document {
  if (current === null) throw new Deleted();
  return current;
}

function partsOf<Part extends keyof DocumentParts>(
  source: StoredSource,
  parts: readonly Part[],
): Pick<DocumentParts, Part> {
  const found: Partial<DocumentParts> = {};
  for (const part of parts) Object.assign(found, { [part]: decodePart(part, source) });
  return found as Pick<DocumentParts, Part>;
}

/** Documents in order of id. */
function byId(after: string | null, size: number): object {
  return {
    query: { match_all: {} },
    sort: [{ id: 'asc' }],
    ...(after !== null && { search_after: [after] }),
    size,
    track_total_hits: false,
  };
}

/** Not more than double: the next documents may be much larger. */
function nextSize(size: number, sources: readonly StoredSource[]): number {
  const characters = sources.reduce((sum, source) => sum + charactersOf(source), 0);
  const fitting = Math.floor((BATCH_CHARACTERS * sources.length) / Math.max(1, characters));
  return Math.max(1, Math.min(fitting, 2 * size, LARGEST_BATCH));
}

function charactersOf({ head, content, vectors = [] }: StoredSource): number {
  const text = typeof content === 'string' ? content : (content?.json ?? '');
  return head.length + text.length + vectors.reduce((sum, { codes }) => sum + codes.length, 0);
}
