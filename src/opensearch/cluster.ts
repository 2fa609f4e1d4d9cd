import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiResponse, Client, type ClientOptions } from '@opensearch-project/opensearch';
import { ClusterRefusal, ClusterTrouble, type TroubleKind } from './cluster-errors.js';
import { NodeWatch } from './node-watch.js';
import { pauseMilliseconds } from './pause.js';
import { PersistentPool } from './persistent-pool.js';
import { malformed, readFailure, timedOut } from './read-failure.js';

export interface ClusterSettings {
  /** The addresses of some or all nodes. */
  urls: readonly string[];
  username?: string | null;
  password?: string | null;
  /** Files in PEM format: the authority that signed the nodes' certificates, and a client certificate with its key. */
  caFile?: string | null;
  certFile?: string | null;
  keyFile?: string | null;
  /** What the name of every index begins with. */
  prefix: string;
  /** Further copies of each shard. */
  replicas: number;
  /** Parts that an index of documents is divided into. */
  shards: number;
  /** Milliseconds that a request may take, if it does not say so itself. */
  requestMilliseconds: number;
}

export interface ClusterRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/sextant-documents-live/_search`; names in it must be URL-encoded. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: object | string;
  /** One JSON object per line, for `_bulk` and `_msearch`, instead of `body`. A string is a line that is JSON already. */
  lines?: readonly (object | string)[];
  /** Statuses from 400 that are answers, too, such as 404 or 409. All others throw. */
  expected?: readonly number[];
  /** Ends the request: it then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds that all tries together may take. */
  milliseconds?: number;
}

interface ClusterAnswer<Body> {
  status: number;
  body: Body;
}

/** Sends requests to the nodes of a cluster in turn and passes over those that are away, until they are back. */
export interface Cluster {
  readonly prefix: string;
  readonly replicas: number;
  readonly shards: number;
  /** Milliseconds that a request may take, if it does not say so itself. */
  readonly requestMilliseconds: number;
  /** For what may be done twice. If a node is away or not able to answer, another one is asked. */
  read<Body>(request: ClusterRequest): Promise<ClusterAnswer<Body>>;
  /** For what must not be done twice: it is sent to another node only if it never left for the first. */
  write<Body>(request: ClusterRequest): Promise<ClusterAnswer<Body>>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/** Reads the certificates; asks nothing of the cluster yet, which may be away. */
export async function openCluster(settings: ClusterSettings): Promise<Cluster> {
  const [ca, cert, key] = await Promise.all(
    [settings.caFile, settings.certFile, settings.keyFile].map(readCertificate),
  );
  const { username, password } = settings;
  if (Boolean(username) !== Boolean(password)) {
    throw new ClusterRefusal('Give both SEXTANT_OPENSEARCH_USERNAME and SEXTANT_OPENSEARCH_PASSWORD, or neither.');
  }
  const urls = [...new Set(settings.urls.map((url) => new URL(url).href))];
  const options: ClientOptions = {
    auth: username && password ? { username, password } : undefined,
    ssl: { ca, cert, key },
    // The client would repeat writes as well. `OpenSearchCluster` decides for itself what may be repeated.
    maxRetries: 0,
    // Metadata may have a key such as `__proto__`, which JSON.parse makes a plain property of its object.
    disablePrototypePoisoningProtection: true,
  };
  const watch = new NodeWatch(urls, options);
  const client = new Client({
    ...options,
    nodes: urls,
    nodeFilter: ({ url }) => watch.mayBeAsked(url.href),
    ConnectionPool: PersistentPool,
  });
  // A node that was away is tried again after 2, 4, 8 and then every 16 seconds, instead of up to half an hour.
  client.connectionPool.resurrectTimeout = 2000;
  client.connectionPool.resurrectTimeoutCutoff = 3;
  return new OpenSearchCluster(client, watch, settings);
}

async function readCertificate(file: string | null | undefined): Promise<Buffer | undefined> {
  if (!file) return undefined;
  try {
    return await readFile(file);
  } catch (error) {
    throw new ClusterRefusal(`The certificate file ${file} can't be read.`, null, { cause: error });
  }
}

/** Troubles of one node, which others need not have. */
const TROUBLES_OF_A_NODE: readonly TroubleKind[] = ['unreachable', 'no_manager', 'shards_unavailable'];

/**
 * How long a read that is rejected for lack of room is repeated. A node whose heap or queue is full mostly has room again after
 * its next garbage collection, well within this.
 */
const ROOM_MILLISECONDS = 2000;

class OpenSearchCluster implements Cluster {
  readonly prefix: string;
  readonly replicas: number;
  readonly shards: number;
  readonly requestMilliseconds: number;
  readonly #client: Client;
  readonly #watch: NodeWatch;
  /** Two for a single node: it may have closed a connection that was idle. */
  readonly #tries: number;

  constructor(client: Client, watch: NodeWatch, settings: ClusterSettings) {
    this.#client = client;
    this.#watch = watch;
    this.prefix = settings.prefix;
    this.replicas = settings.replicas;
    this.shards = settings.shards;
    this.requestMilliseconds = settings.requestMilliseconds;
    this.#tries = Math.max(2, client.connectionPool.size);
  }

  read<Body>(request: ClusterRequest): Promise<ClusterAnswer<Body>> {
    const deadline = this.#deadlineOf(request);
    return this.#whenThereIsRoom(request, deadline, () =>
      this.#send(request, deadline, (trouble) => TROUBLES_OF_A_NODE.includes(trouble.kind)),
    );
  }

  write<Body>(request: ClusterRequest): Promise<ClusterAnswer<Body>> {
    const deadline = this.#deadlineOf(request);
    return this.#send(request, deadline, (trouble) => trouble.kind === 'unreachable' && !trouble.outcomeUnknown);
  }

  async close(): Promise<void> {
    await Promise.all([this.#client.close(), this.#watch.close()]);
  }

  #deadlineOf({ milliseconds }: ClusterRequest): number {
    return Date.now() + (milliseconds ?? this.requestMilliseconds);
  }

  async #whenThereIsRoom<Answer>(
    { signal }: ClusterRequest,
    deadline: number,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const latestTry = Math.min(Date.now() + ROOM_MILLISECONDS, deadline);
    for (let attempt = 0; ; attempt++) {
      try {
        return await send();
      } catch (error) {
        const isOverloaded = error instanceof ClusterTrouble && error.kind === 'overloaded';
        const pause = pauseMilliseconds(attempt);
        if (!isOverloaded || Date.now() + pause >= latestTry) throw error;
        // An abort during the pause is noticed by the try that follows, which rejects with its reason.
        await sleep(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #send<Body>(
    request: ClusterRequest,
    deadline: number,
    mayRepeat: (trouble: ClusterTrouble) => boolean,
  ): Promise<ClusterAnswer<Body>> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#sendOnce<Body>(request, deadline);
      } catch (error) {
        const isLast = tries >= this.#tries || Date.now() >= deadline;
        if (isLast || !(error instanceof ClusterTrouble) || !mayRepeat(error)) throw error;
      }
    }
  }

  async #sendOnce<Body>(request: ClusterRequest, deadline: number): Promise<ClusterAnswer<Body>> {
    const { method, path, query, body, lines, expected, signal } = request;
    signal?.throwIfAborted();
    const milliseconds = Math.max(1, deadline - Date.now());
    const sent = this.#client.transport.request(
      { method, path, querystring: { ...query }, body, bulkBody: lines && ndjson(lines) },
      { ignore: [...(expected ?? [])], requestTimeout: milliseconds },
    );
    // Returns nothing: a listener that returns the request, which is a promise, has Node.js watch it for rejections.
    const abort = () => {
      sent.abort();
    };
    signal?.addEventListener('abort', abort, { once: true });
    // The client's own limit is for the beginning of the answer, and marks the node as away. This one is for its end.
    let isLate = false;
    const guard = setTimeout(() => {
      isLate = true;
      abort();
    }, milliseconds + 250);
    try {
      return answerOf<Body>(await sent);
    } catch (failure) {
      signal?.throwIfAborted();
      throw isLate ? timedOut(failure) : readFailure(failure);
    } finally {
      clearTimeout(guard);
      signal?.removeEventListener('abort', abort);
    }
  }
}

function answerOf<Body>({ statusCode, body }: ApiResponse): ClusterAnswer<Body> {
  if (statusCode === null || typeof body !== 'object' || body === null) {
    throw malformed(new Error(`status ${statusCode}, and no JSON`));
  }
  return { status: statusCode, body: body as Body };
}

function ndjson(lines: readonly (object | string)[]): string {
  return lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
}
