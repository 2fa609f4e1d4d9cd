import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The last line of `scripts/opensearch.mjs up --nodes 3`. */
const STARTED = process.env.SEXTANT_TEST_FAULTS;
const PATIENCE_MILLISECONDS = 150_000;

export const HAS_FAULTY_CLUSTER = STARTED !== undefined;

export interface ClusterNode {
  name: string;
  url: string;
  pid: number;
}

/** Three nodes that a test may kill and suspend. */
export class FaultyCluster {
  readonly url: string;
  #pids: readonly number[];

  constructor() {
    const { url, pids } = JSON.parse(STARTED ?? '{}') as { url: string; pids: number[] };
    this.url = url;
    this.#pids = pids;
  }

  get nodes(): ClusterNode[] {
    return this.url.split(',').map((url, i) => ({ name: `node-${i + 1}`, url, pid: this.#pids[i] }));
  }

  /** The one that manages the cluster, and the others. */
  async roles(): Promise<{ manager: ClusterNode; others: ClusterNode[] }> {
    const [{ node }] = await this.ask<{ node: string }[]>('/_cat/cluster_manager?format=json');
    const [manager] = this.nodes.filter(({ name }) => name === node);
    return { manager, others: this.nodes.filter(({ name }) => name !== node) };
  }

  kill({ pid }: ClusterNode): void {
    process.kill(pid, 'SIGKILL');
  }

  /** The node ends what it does, as for an upgrade. */
  async stop({ pid }: ClusterNode): Promise<void> {
    process.kill(pid, 'SIGTERM');
    await this.until('without it', ({ number_of_nodes }) => number_of_nodes === 2);
    // It leaves the cluster first and ends a while later; only a node that has ended is started again.
    while (isRunning(pid)) await sleep(100);
  }

  /** To the others, a suspended node looks like one that the network does not lead to any more. */
  suspend({ pid }: ClusterNode): void {
    process.kill(pid, 'SIGSTOP');
  }

  resume({ pid }: ClusterNode): void {
    process.kill(pid, 'SIGCONT');
  }

  /** Brings back what tests have killed, and waits until every copy of every shard is there. */
  async repair(): Promise<void> {
    await this.startStopped();
    for (const node of this.nodes) this.resume(node);
    await this.allocate(null);
    await this.until('green with three nodes', ({ status, number_of_nodes }) => {
      return status === 'green' && number_of_nodes === 3;
    });
  }

  async startStopped(): Promise<void> {
    const script = 'scripts/opensearch.mjs';
    const { stdout } = await promisify(execFile)(process.execPath, [script, 'restart', '--url', this.url]);
    this.#pids = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '').pids;
  }

  /** Which copies may be put on other nodes; null for all, which is the default. */
  async allocate(copies: 'primaries' | null): Promise<void> {
    const body = { persistent: { 'cluster.routing.allocation.enable': copies } };
    await this.ask('/_cluster/settings', { method: 'PUT', body });
  }

  /** Waits until the cluster itself says so. */
  async until(what: string, isReached: (health: Health) => boolean): Promise<void> {
    const latest = Date.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      const health = await this.ask<Health>('/_cluster/health?timeout=1s').catch(() => null);
      if (health !== null && isReached(health)) return;
      if (Date.now() > latest) throw new Error(`The cluster is still not ${what}: ${JSON.stringify(health)}`);
      await sleep(500);
    }
  }

  /** Asks the first node that answers. */
  async ask<Body>(path: string, change?: { method: string; body: object }): Promise<Body> {
    const message = change && {
      method: change.method,
      body: JSON.stringify(change.body),
      headers: { 'Content-Type': 'application/json' },
    };
    return Promise.any(
      this.nodes.map(async ({ url }) => {
        const answer = await fetch(`${url}${path}`, { ...message, signal: AbortSignal.timeout(10_000) });
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        return answer.json() as Promise<Body>;
      }),
    );
  }
}

interface Health {
  status: string;
  number_of_nodes: number;
}

/** A process that has ended but was not waited for by its parent has no command line any more. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}
