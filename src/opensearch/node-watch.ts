import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientOptions } from '@opensearch-project/opensearch';

const PAUSE_MILLISECONDS = 1000;
/** A node that takes longer for next to nothing would keep requests waiting too. */
const ANSWER_MILLISECONDS = 2000;
/** What a new version takes at most to reach nodes that are well. */
const SPREAD_MILLISECONDS = 200;

/**
 * Which nodes may be asked. A node that was cut off, and that the others went on without, answers from old copies until it
 * learns of it: searches would miss what was acknowledged meanwhile. It can be told by its cluster state, which gets a new
 * version when nodes come and go. So a node is passed over while it does not answer, and afterwards until it has the latest
 * version that any node has.
 */
export class NodeWatch {
  readonly #nodes: readonly { url: string; client: Client }[];
  readonly #pauseMilliseconds: number;
  #fit: ReadonlySet<string>;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    urls: readonly string[],
    options: Omit<ClientOptions, 'node' | 'nodes'>,
    { pauseMilliseconds = PAUSE_MILLISECONDS } = {},
  ) {
    this.#nodes = urls.map((url) => ({ url, client: new Client({ ...options, node: url }) }));
    this.#fit = new Set(urls);
    this.#pauseMilliseconds = pauseMilliseconds;
    // There is no choice between the nodes of a cluster that is given by one address.
    if (urls.length > 1) this.#askLater();
  }

  /** If no node is fit, any may be tried: it will say what is wrong. */
  mayBeAsked(url: string): boolean {
    return this.#fit.size === 0 || this.#fit.has(url);
  }

  async close(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#nodes.map(({ client }) => client.close()));
  }

  #askLater(): void {
    this.#timer = setTimeout(() => void this.#ask(), this.#pauseMilliseconds).unref();
  }

  async #ask(): Promise<void> {
    const versions = await Promise.all(this.#nodes.map(({ client }) => knownVersion(client)));
    const latest = Math.max(...versions.map((version) => version ?? -1));
    if (versions.some((version) => version !== null && version < latest)) {
      await sleep(SPREAD_MILLISECONDS, undefined, { ref: false });
    }
    const isFit = await Promise.all(
      this.#nodes.map(async ({ client }, i) => {
        const version = versions[i];
        return version !== null && (version === latest || ((await knownVersion(client)) ?? -1) >= latest);
      }),
    );
    if (this.#stopped) return;
    this.#fit = new Set(this.#nodes.flatMap(({ url }, i) => (isFit[i] ? [url] : [])));
    this.#askLater();
  }
}

/** The version of the cluster state that a node has itself; null if it does not say. */
async function knownVersion(client: Client): Promise<number | null> {
  try {
    const { body } = await client.transport.request(
      { method: 'GET', path: '/_cluster/state/version', querystring: { local: true, filter_path: 'version' } },
      { requestTimeout: ANSWER_MILLISECONDS, maxRetries: 0 },
    );
    const { version } = body as { version?: unknown };
    return typeof version === 'number' ? version : null;
  } catch {
    return null;
  }
}
