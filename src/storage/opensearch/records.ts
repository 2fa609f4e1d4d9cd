import { sortInTurns } from '../../algorithms/sort-in-turns.js';
import { compareText } from '../../domain/document/code-points.js';
import { type BulkOperation, bulk, type SeenVersion } from '../../opensearch/bulk.js';
import type { Cluster } from '../../opensearch/cluster.js';
import type { ClusterFailure } from '../../opensearch/cluster-errors.js';
import { ensureIndex, refresh } from '../../opensearch/indexes.js';
import { readReportedError } from '../../opensearch/reported-error.js';
import { scan } from '../../opensearch/scan.js';
import { type SearchHit, search } from '../../opensearch/search.js';
import { repeatedly } from './retry.js';

/**
 * The index of everything that is not a document, each record under `kind/name`:
 *
 * - kind: what `list` and `removeWhere` look for
 * - group: the records of a kind that go together, such as the pieces of a file
 * - time: when it was made, for what expires
 * - body: JSON in a string. As a string it comes back exactly as it went, halves of surrogate pairs included
 * - data: base64
 *
 * Reads by name see every write at once; `list` and `removeWhere` refresh the index first.
 */
const MAPPINGS = {
  dynamic: 'strict',
  properties: {
    kind: { type: 'keyword' },
    group: { type: 'keyword' },
    time: { type: 'long' },
    body: { type: 'object', enabled: false },
    data: { type: 'binary' },
  },
};
const VERSION = 1;
/** Without the prefix. */
export const RECORDS_INDEX = 'records';

export interface RecordKey {
  kind: string;
  name: string;
}

export interface RecordContent {
  body?: unknown;
  data?: Buffer;
  group?: string;
  time?: number;
}

export interface ListedRecord {
  name: string;
  seen: SeenVersion;
}

export interface StoredRecord<Body> extends ListedRecord {
  body: Body;
}

/** See `Records.replace`. */
export interface RecordReplacement {
  name: string;
  content: RecordContent;
  seen: SeenVersion | null;
}

interface Source {
  kind: string;
  group?: string;
  time?: number;
  body?: string;
  data?: string;
}

interface Got {
  found?: boolean;
  _seq_no: number;
  _primary_term: number;
  _source: Source;
}

/** Ids of OpenSearch have at most 512 bytes. */
const MAX_ID_BYTES = 512;
const LONE_SURROGATE = /\p{Surrogate}/u;
const PAGE_SIZE = 500;
/** How long a write that may be repeated is repeated. */
const REPEAT_MILLISECONDS = 10_000;
const REMOVAL_MILLISECONDS = 120_000;

/** Whether a text can be the id of anything. The cluster refuses others. */
export function canBeId(id: string): boolean {
  return (
    id.length > 0 && id.length <= MAX_ID_BYTES && !LONE_SURROGATE.test(id) && Buffer.byteLength(id) <= MAX_ID_BYTES
  );
}

export class Records {
  readonly #cluster: Cluster;
  readonly #alias: string;

  private constructor(cluster: Cluster, alias: string) {
    this.#cluster = cluster;
    this.#alias = alias;
  }

  static async open(cluster: Cluster): Promise<Records> {
    const { alias } = await ensureIndex(cluster, {
      name: RECORDS_INDEX,
      version: VERSION,
      settings: { number_of_shards: 1 },
      mappings: MAPPINGS,
    });
    return new Records(cluster, alias);
  }

  async get<Body>(key: RecordKey): Promise<StoredRecord<Body> | null> {
    const [found] = await this.getMany<Body>(key.kind, [key.name]);
    return found;
  }

  async getMany<Body>(kind: string, names: readonly string[]): Promise<(StoredRecord<Body> | null)[]> {
    const got = await this.#read(kind, names, ['body']);
    return got.map((one, index) =>
      one === null ? null : { name: names[index], body: JSON.parse(one._source.body ?? 'null'), seen: seenIn(one) },
    );
  }

  async getData(key: RecordKey): Promise<Buffer | null> {
    const [found] = await this.#read(key.kind, [key.name], ['data']);
    return found?._source.data === undefined ? null : Buffer.from(found._source.data, 'base64');
  }

  /** Replaces whatever is there. May be done twice, so it is repeated if the cluster gives no answer. */
  async put(key: RecordKey, content: RecordContent): Promise<void> {
    const operation: BulkOperation = { kind: 'put', id: idOf(key), source: sourceOf(key, content) };
    await repeatedly(REPEAT_MILLISECONDS, () => this.#one(operation));
  }

  /**
   * Puts a record where there is none (`seen` null), or in the place of what was seen. False if there is something else by
   * now. Rejects if no answer comes: then the record may have been put.
   */
  async replace(key: RecordKey, content: RecordContent, seen: SeenVersion | null): Promise<boolean> {
    const [replaced] = await this.replaceMany(key.kind, [{ name: key.name, content, seen }]);
    return replaced;
  }

  /** The same for several records, each for itself. If it rejects, some may have been put. */
  async replaceMany(kind: string, replacements: readonly RecordReplacement[]): Promise<boolean[]> {
    const operations = replacements.map(({ name, content, seen }): BulkOperation => {
      const id = idOf({ kind, name });
      const source = sourceOf({ kind, name }, content);
      return seen === null ? { kind: 'create', id, source } : { kind: 'put', id, source, seen };
    });
    return (await this.#all(operations)).map((outcome) => outcome === 'done');
  }

  /** False if there is something else by now. Rejects if no answer comes: then it may have been removed. */
  async removeSeen(key: RecordKey, seen: SeenVersion): Promise<boolean> {
    return (await this.#one({ kind: 'delete', id: idOf(key), seen })) !== 'conflict';
  }

  async remove(kind: string, names: readonly string[]): Promise<void> {
    const operations = names.map((name): BulkOperation => ({ kind: 'delete', id: idOf({ kind, name }) }));
    await this.#inParts(operations);
  }

  /** Removes records that nobody has changed since they were seen. */
  async removeAllSeen(kind: string, records: readonly ListedRecord[]): Promise<void> {
    const operations = records.map(
      ({ name, seen }): BulkOperation => ({ kind: 'delete', id: idOf({ kind, name }), seen }),
    );
    await this.#inParts(operations);
  }

  /** Removes the records of a kind that belong to one of the groups. */
  async removeGroups(kind: string, groups: readonly string[]): Promise<void> {
    if (groups.length === 0) return;
    await refresh(this.#cluster, this.#alias);
    await this.#cluster.read({
      method: 'POST',
      path: `/${this.#alias}/_delete_by_query`,
      query: { conflicts: 'proceed', refresh: true },
      body: { query: { bool: { filter: [{ term: { kind } }, { terms: { group: groups } }] } } },
      milliseconds: REMOVAL_MILLISECONDS,
    });
  }

  async count(kind: string): Promise<number> {
    await refresh(this.#cluster, this.#alias);
    const { body } = await this.#cluster.read<{ count: number }>({
      method: 'POST',
      path: `/${this.#alias}/_count`,
      body: { query: { term: { kind } } },
    });
    return body.count;
  }

  /** In the order of names, as bytes. */
  async list<Body>(kind: string): Promise<StoredRecord<Body>[]> {
    const listed: StoredRecord<Body>[] = [];
    for await (const hits of this.#scan([{ term: { kind } }], ['body'])) {
      for (const hit of hits) listed.push({ ...listedOf(kind, hit), body: bodyOf<Body>(hit) });
    }
    return sortInTurns(listed, (a, b) => compareText(a.name, b.name));
  }

  /** The bodies of a kind, page by page and in any order; where times are given, of what was made between them. */
  async *pages<Body>(kind: string, made?: { from: number; before: number }): AsyncGenerator<Body[]> {
    const between = made === undefined ? [] : [{ range: { time: { gte: made.from, lt: made.before } } }];
    for await (const hits of this.#scan([{ term: { kind } }, ...between], ['body'])) yield hits.map(bodyOf<Body>);
  }

  /** A text that differs whenever the records of a kind do: every write raises the last number, a removal lowers the count. */
  async revision(kind: string): Promise<string> {
    await refresh(this.#cluster, this.#alias);
    const { hits } = await search<Source>(this.#cluster, this.#alias, {
      query: { bool: { filter: [{ term: { kind } }] } },
      sort: [{ _seq_no: 'desc' }],
      size: 1,
      track_total_hits: true,
      _source: false,
    });
    return `${hits.total?.value ?? 0} ${hits.hits[0]?.sort?.[0] ?? ''}`;
  }

  /** Those of a kind that were made before `time`. */
  async listOld(kind: string, time: number): Promise<ListedRecord[]> {
    const old: ListedRecord[] = [];
    for await (const hits of this.#scan([{ term: { kind } }, { range: { time: { lt: time } } }], false)) {
      for (const hit of hits) old.push(listedOf(kind, hit));
    }
    return old;
  }

  async *#scan(filter: readonly object[], _source: readonly string[] | false): AsyncGenerator<SearchHit<Source>[]> {
    await refresh(this.#cluster, this.#alias);
    const asked = { query: { bool: { filter } }, seq_no_primary_term: true, _source };
    yield* scan<Source>(this.#cluster, this.#alias, asked, ({ body }) => body?.length ?? 0);
  }

  async #read(kind: string, names: readonly string[], parts: readonly string[]): Promise<(Got | null)[]> {
    const ids = names.map((name) => idOf({ kind, name }));
    const possible = [...new Set(ids.filter(canBeId))];
    if (possible.length === 0) return ids.map(() => null);
    const { body } = await this.#cluster.read<{ docs: (Got & { error?: unknown })[] }>({
      method: 'POST',
      path: `/${this.#alias}/_mget`,
      body: { docs: possible.map((_id) => ({ _id, _source: parts })) },
    });
    const byId = new Map(possible.map((id, index) => [id, body.docs[index]]));
    return ids.map((id) => {
      const got = byId.get(id);
      if (got?.error !== undefined) throw unreadable(got.error);
      return got?.found ? got : null;
    });
  }

  /** For operations that may be done twice. */
  async #inParts(operations: readonly BulkOperation[]): Promise<void> {
    for (let start = 0; start < operations.length; start += PAGE_SIZE) {
      await repeatedly(REPEAT_MILLISECONDS, () => this.#all(operations.slice(start, start + PAGE_SIZE)));
    }
  }

  async #one(operation: BulkOperation): Promise<'done' | 'conflict' | 'missing'> {
    const [outcome] = await this.#all([operation]);
    return outcome;
  }

  async #all(operations: readonly BulkOperation[]): Promise<('done' | 'conflict' | 'missing')[]> {
    const outcomes = await bulk(this.#cluster, this.#alias, operations);
    return outcomes.map((outcome) => {
      if (outcome.kind === 'failed') throw outcome.error;
      return outcome.kind;
    });
  }
}

/** A part of the index did not answer, so nobody knows whether the record exists. */
export function unreadable(error: unknown): ClusterFailure {
  return readReportedError({ status: 503, error }, error);
}

function idOf({ kind, name }: RecordKey): string {
  return `${kind}/${name}`;
}

function sourceOf({ kind }: RecordKey, { body, data, group, time }: RecordContent): Source {
  return {
    kind,
    group,
    time,
    body: body === undefined ? undefined : JSON.stringify(body),
    data: data?.toString('base64'),
  };
}

function bodyOf<Body>({ _source }: SearchHit<Source>): Body {
  return JSON.parse(_source?.body ?? 'null');
}

function listedOf(kind: string, { _id, _seq_no = 0, _primary_term = 0 }: SearchHit): ListedRecord {
  return { name: _id.slice(kind.length + 1), seen: { seqNo: _seq_no, primaryTerm: _primary_term } };
}

function seenIn({ _seq_no, _primary_term }: Got): SeenVersion {
  return { seqNo: _seq_no, primaryTerm: _primary_term };
}
