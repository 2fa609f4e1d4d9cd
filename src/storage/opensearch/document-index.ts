import type { Mode } from '../../domain/document/document.js';
import { type BulkOperation, type BulkOutcome, bulk, type SeenVersion } from '../../opensearch/bulk.js';
import type { Cluster } from '../../opensearch/cluster.js';
import { isClusterFailure } from '../../opensearch/cluster-errors.js';
import { type DocumentIndexing, documentIndexName } from '../../opensearch/document-index.js';
import {
  addFields,
  createNextIndex,
  ensureIndex,
  type IndexDefinition,
  type OpenedIndex,
  refresh,
  switchAlias,
} from '../../opensearch/indexes.js';
import { PointInTime } from '../../opensearch/point-in-time.js';
import { type SearchAnswer, search } from '../../opensearch/search.js';
import { Turns } from '../../threads/turns.js';
import { canBeId, unreadable } from './records.js';
import {
  type DocumentState,
  encodeState,
  LOOKUP_FIELDS,
  STORED_FIELDS,
  type StoredSource,
  toIndex,
} from './stored-document.js';

export interface FoundDocument {
  source: StoredSource;
  seen: SeenVersion;
}

/** A document, and what is to be remembered of its writes. */
export interface DocumentToStore {
  state: DocumentState;
  marks: Pick<StoredSource, 'writes' | 'idempotency'>;
}

/** Documents that are read in one request. */
const READ_AT_ONCE = 200;
/** A bulk request is held in memory, here and by the cluster, and put together on the event loop. */
const BULK_BYTES = 2 * 1024 * 1024;
const BULK_OPERATIONS = 500;

/** An operation with its source as JSON. */
type MeasuredOperation = Exclude<BulkOperation, { source: object | string }> | (BulkOperation & { source: string });

/** The documents of one mode: what is stored of them and what finds them, in one index. */
export class DocumentIndex {
  readonly #cluster: Cluster;
  readonly #indexing: DocumentIndexing;
  readonly #opened: OpenedIndex;
  /** Spaces that the index has fields for, as `space/dimensions`. */
  readonly #spaces = new Map<string, Promise<void>>();

  private constructor(cluster: Cluster, indexing: DocumentIndexing, opened: OpenedIndex) {
    this.#cluster = cluster;
    this.#indexing = indexing;
    this.#opened = opened;
  }

  static async open(cluster: Cluster, mode: Mode, indexing: DocumentIndexing): Promise<DocumentIndex> {
    return new DocumentIndex(cluster, indexing, await ensureIndex(cluster, definitionOf(mode, indexing)));
  }

  /** The index that is to take the place of one of an older version. Nobody else uses it yet. */
  static async openNext(cluster: Cluster, mode: Mode, indexing: DocumentIndexing): Promise<DocumentIndex> {
    return new DocumentIndex(cluster, indexing, await createNextIndex(cluster, definitionOf(mode, indexing)));
  }

  /** False if an older program has made the index: then documents can be read, and must not be written. */
  get isCurrent(): boolean {
    return this.#opened.version >= this.#indexing.version;
  }

  /** Sees every write at once. Null for an id that no document has. */
  async get(
    wanted: readonly { id: string; fields: readonly (keyof StoredSource)[] }[],
  ): Promise<(FoundDocument | null)[]> {
    const possible = wanted.filter(({ id }) => canBeId(id));
    const found = new Map<string, FoundDocument>();
    for (let start = 0; start < possible.length; start += READ_AT_ONCE) {
      await this.#read(possible.slice(start, start + READ_AT_ONCE), found);
    }
    return wanted.map(({ id }) => found.get(id) ?? null);
  }

  /** The JSON to store under each document's id, in their order. */
  async sourcesOf(documents: readonly DocumentToStore[]): Promise<string[]> {
    const fields = await this.#indexing.fields(documents.map(({ state }) => toIndex(state)));
    const sources: string[] = [];
    const turns = new Turns();
    for (const [index, document] of documents.entries()) {
      sources.push(joinObjects(fields[index], storedFields(document)));
      if (turns.isOver) await turns.next();
    }
    return sources;
  }

  /** Each operation has its own outcome, also if a whole request failed. */
  async write(operations: readonly MeasuredOperation[]): Promise<BulkOutcome[]> {
    const outcomes: BulkOutcome[] = [];
    for (const part of inParts(operations)) outcomes.push(...(await this.#writePart(part)));
    return outcomes;
  }

  /** Adds the fields for vectors of spaces that are new to this process. Any number of instances may do so at once. */
  async addSpaces(state: DocumentState): Promise<void> {
    for (const { space, codes } of state.vectors) {
      if (codes.length > 0) await this.#addSpace(space, codes[0].length);
    }
  }

  async refresh(): Promise<void> {
    await refresh(this.#cluster, this.#opened.alias);
  }

  search<Source>(body: object): Promise<SearchAnswer<Source>> {
    return search<Source>(this.#cluster, this.#opened.alias, body);
  }

  /** Calls `work` with a point in time: searches in it see one state of the index, whatever is written meanwhile. */
  async *atOneTime<Item>(
    keepAlive: string,
    work: (searchThere: <Source>(body: object) => Promise<SearchAnswer<Source>>) => AsyncIterable<Item>,
  ): AsyncGenerator<Item> {
    await this.refresh();
    const moment = await PointInTime.open(this.#cluster, this.#opened.alias, { keepAlive });
    try {
      yield* work((wanted) => moment.search(wanted));
    } finally {
      await moment.close();
    }
  }

  async count(): Promise<number> {
    await this.refresh();
    const { body } = await this.#cluster.read<{ count: number }>({
      method: 'POST',
      path: `/${this.#opened.alias}/_count`,
      body: { query: { match_all: {} } },
    });
    return body.count;
  }

  /** The number of the last change, or a lower one if the index has several shards. Later changes have higher ones. */
  async lastChange(): Promise<number> {
    type Shard = { seq_no: { max_seq_no: number } };
    const { body } = await this.#cluster.read<{ indices: Record<string, { shards: Record<string, Shard[]> }> }>({
      method: 'GET',
      path: `/${this.#opened.index}/_stats`,
      query: { level: 'shards', filter_path: 'indices.*.shards.*.seq_no' },
    });
    const copies = Object.values(body.indices).flatMap(({ shards }) => Object.values(shards).flat());
    return Math.min(...copies.map(({ seq_no }) => seq_no.max_seq_no));
  }

  /** Once it resolves, nothing is written any more: writers are told to come back later. */
  async blockWrites(): Promise<void> {
    await this.#cluster.write({ method: 'PUT', path: `/${this.#opened.index}/_block/write` });
  }

  async allowWrites(): Promise<void> {
    const body = { index: { blocks: { write: false } } };
    await this.#cluster.read({ method: 'PUT', path: `/${this.#opened.index}/_settings`, body });
  }

  /** Lets everybody use another index from now on, and removes this one. */
  async replaceBy(next: DocumentIndex): Promise<void> {
    await switchAlias(this.#cluster, this.#opened, next.#opened);
    await this.#cluster.write({ method: 'DELETE', path: `/${this.#opened.index}`, expected: [404] });
  }

  async #read(
    wanted: readonly { id: string; fields: readonly string[] }[],
    found: Map<string, FoundDocument>,
  ): Promise<void> {
    const { body } = await this.#cluster.read<{ docs: GotDocument[] }>({
      method: 'POST',
      path: `/${this.#opened.alias}/_mget`,
      body: { docs: wanted.map(({ id, fields }) => ({ _id: id, _source: fields.length === 0 ? false : fields })) },
    });
    for (const { _id, error, found: exists, _source, _seq_no, _primary_term } of body.docs) {
      if (error !== undefined) throw unreadable(error);
      if (!exists) continue;
      found.set(_id, { source: _source ?? { head: '' }, seen: { seqNo: _seq_no, primaryTerm: _primary_term } });
    }
  }

  async #writePart(part: readonly MeasuredOperation[]): Promise<BulkOutcome[]> {
    try {
      return await bulk(this.#cluster, this.#opened.alias, part);
    } catch (error) {
      if (!isClusterFailure(error)) throw error;
      return part.map(() => ({ kind: 'failed', error }));
    }
  }

  #addSpace(space: string, dimensions: number): Promise<void> {
    const key = `${dimensions}/${space}`;
    const known = this.#spaces.get(key);
    if (known !== undefined) return known;
    const adding = addFields(this.#cluster, this.#opened.index, this.#indexing.spaceMapping(space, dimensions));
    this.#spaces.set(key, adding);
    adding.catch(() => this.#spaces.delete(key));
    return adding;
  }
}

function storedFields({ state, marks }: DocumentToStore): object {
  const spaces = state.vectors.map(({ space }) => space);
  return { id: state.document.id, spaces, ...encodeState(state), ...marks };
}

/** One JSON object of two that have no name in common. The first may be long, and is not read. */
function joinObjects(json: string, added: object): string {
  const separator = json === '{}' ? '' : ',';
  return `${json.slice(0, -1)}${separator}${JSON.stringify(added).slice(1)}`;
}

function definitionOf(mode: Mode, indexing: DocumentIndexing): IndexDefinition {
  return {
    name: documentIndexName(mode),
    version: indexing.version,
    settings: indexing.settings(),
    mappings: {
      dynamic: 'strict',
      _source: { includes: Object.keys(STORED_FIELDS).flatMap((field) => [field, `${field}.*`]) },
      properties: { ...indexing.mappings(), ...LOOKUP_FIELDS, ...STORED_FIELDS },
    },
  };
}

interface GotDocument {
  _id: string;
  error?: unknown;
  found?: boolean;
  _source?: StoredSource;
  _seq_no: number;
  _primary_term: number;
}

/** Cuts operations into requests of bounded size. One that is larger by itself is sent alone. */
function* inParts(operations: readonly MeasuredOperation[]): Generator<MeasuredOperation[]> {
  let part: MeasuredOperation[] = [];
  let bytes = 0;
  for (const operation of operations) {
    const size = 'source' in operation ? Buffer.byteLength(operation.source) : 0;
    if (part.length > 0 && (bytes + size > BULK_BYTES || part.length >= BULK_OPERATIONS)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(operation);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
