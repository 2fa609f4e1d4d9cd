import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const SCRIPT = 'scripts/opensearch.mjs';
const run = promisify(execFile);

/** Real nodes on this machine, started for one measurement. */
export class OpenSearchNodes {
  private constructor(
    /** The addresses of all nodes, for SEXTANT_OPENSEARCH_URL. */
    readonly url: string,
    readonly count: 1 | 3,
  ) {}

  static async start(count: 1 | 3): Promise<OpenSearchNodes> {
    const { stdout } = await run(process.execPath, [SCRIPT, 'up', '--nodes', String(count), '--heap', '1g']);
    return new OpenSearchNodes(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '').url, count);
  }

  /** Settings of a service in front of them: every node has a part, and with three of them a copy of another. */
  environment(changes: Record<string, string> = {}): Record<string, string> {
    return {
      SEXTANT_ENGINE: 'opensearch',
      SEXTANT_OPENSEARCH_URL: this.url,
      SEXTANT_OPENSEARCH_SHARDS: String(this.count),
      SEXTANT_OPENSEARCH_REPLICAS: this.count === 1 ? '0' : '1',
      SEXTANT_OPENSEARCH_TIMEOUT: '120',
      SEXTANT_QUERY_TIMEOUT: '120',
      ...changes,
    };
  }

  /** Bytes on disk of one copy of the live documents. */
  async bytes(): Promise<number> {
    const [node] = this.url.split(',');
    await fetch(`${node}/sextant-documents-live/_flush`, { method: 'POST' });
    const stats = await fetch(`${node}/sextant-documents-live/_stats/store`);
    const { _all } = (await stats.json()) as { _all: { primaries: { store: { size_in_bytes: number } } } };
    return _all.primaries.store.size_in_bytes;
  }

  async stop(): Promise<void> {
    await run(process.execPath, [SCRIPT, 'down', '--url', this.url]);
  }
}
