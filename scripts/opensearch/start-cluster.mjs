import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeNodeFiles } from './node-files.mjs';
import { cacheFolder, UNPRIVILEGED_USER } from './places.mjs';
import { remember } from './running-clusters.mjs';
import { startNode } from './start-node.mjs';
import { stopCluster } from './stop-clusters.mjs';
import { Trouble } from './trouble.mjs';

const PATIENCE_SECONDS = 300;

/** Starts nodes that go on running when this process ends, and resolves when the cluster is green. */
export async function startCluster({ java, home, nodes: count, heap }) {
  const folder = mkdtempSync(join(cacheFolder('clusters'), 'cluster-'));
  chmodSync(folder, 0o755);
  const ports = await freePorts(2 * count);
  const nodes = Array.from({ length: count }, (_, i) => ({
    name: `node-${i + 1}`,
    folder: join(folder, `node-${i + 1}`),
    httpPort: ports[2 * i],
    transportPort: ports[2 * i + 1],
  }));
  const url = nodes.map((node) => `http://127.0.0.1:${node.httpPort}`).join(',');
  const cluster = { folder, url, pids: [] };
  const ended = new AbortController();
  try {
    for (const node of nodes) {
      writeNodeFiles({ ...node, home, heap, nodes });
      node.process = startNode({ java, home, node });
      if (node.process.pid !== undefined) cluster.pids.push(node.process.pid);
      remember(folder, cluster);
    }
    await Promise.race([untilGreen(nodes, ended.signal), ...nodes.map(untilExit), untilInterrupted()]);
    for (const node of nodes) node.process.unref();
    return cluster;
  } catch (error) {
    await stopCluster(cluster);
    throw error;
  } finally {
    ended.abort();
  }
}

function untilInterrupted() {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.once(signal, () => reject(new Trouble(`Stopped by ${signal}.`)));
  });
}

/** Never resolves: a node that ends while the cluster is starting is a failure. */
function untilExit(node) {
  return new Promise((_, reject) => {
    node.process.once('error', (error) => {
      const missing = error.code === 'ENOENT' && UNPRIVILEGED_USER !== null;
      const help = missing ? ' Install setpriv (util-linux), or run this as a user other than root.' : '';
      reject(new Trouble(`${node.name} could not be started: ${error.message}.${help}`));
    });
    node.process.once('exit', (code, signal) => {
      reject(new Trouble(`${node.name} ended with ${code ?? signal}.${adviceFor(node)}`));
    });
  });
}

/** What its log says at the end, and what helps against the usual causes. */
function adviceFor(node) {
  const log = join(node.folder, 'logs', 'console.log');
  const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
  const lines = text.trimEnd().split('\n').slice(-15).join('\n');
  const advice = [
    [/Address already in use|BindTransportException|BindHttpException/, 'Its port was taken meanwhile: try again.'],
    [/Cannot allocate memory|insufficient memory/, 'There is too little memory: try fewer nodes or a smaller --heap.'],
    [/No space left on device/, 'The disk is full: make room, or set SEXTANT_OPENSEARCH_CACHE to another one.'],
    [
      /Permission denied|AccessDenied/,
      "It can't read its files: set SEXTANT_OPENSEARCH_CACHE to a folder that is open to all users.",
    ],
  ].find(([cause]) => cause.test(text));
  return `${advice ? ` ${advice[1]}` : ''} Its log ends with:\n${lines}`;
}

async function untilGreen(nodes, signal) {
  const started = performance.now();
  for (let told = ''; !signal.aborted; await pause(1000)) {
    const seconds = Math.round((performance.now() - started) / 1000);
    const state = await stateOf(nodes);
    if (state === 'green') {
      console.error(`The cluster is green after ${seconds} s.`);
      return;
    }
    if (seconds > PATIENCE_SECONDS) {
      throw new Trouble(`The cluster is not green after ${seconds} s (${state}).${adviceFor(nodes[0])}`);
    }
    if (state !== told) console.error(`${seconds} s: ${state}`);
    told = state;
  }
}

/** `green` once all nodes are in one cluster that is; before that, how far it is. */
async function stateOf(nodes) {
  const answers = await Promise.all(nodes.map(healthOf));
  const there = answers.filter((answer) => answer !== null);
  if (there.length < nodes.length) return `${there.length} of ${nodes.length} nodes answer`;
  const joined = Math.min(...there.map((answer) => answer.number_of_nodes ?? 0));
  if (joined < nodes.length) return `${joined} of ${nodes.length} nodes have joined`;
  return there.find(({ status }) => status !== 'green')?.status ?? 'green';
}

async function healthOf({ httpPort }) {
  try {
    const response = await fetch(`http://127.0.0.1:${httpPort}/_cluster/health?local=true`, {
      signal: AbortSignal.timeout(5000),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/**
 * Ports that nobody listens on. They are below those that systems give to outgoing connections, so that none is taken
 * in the seconds until the node listens.
 */
async function freePorts(count) {
  const ports = new Set();
  for (let tries = 0; ports.size < count && tries < 1000; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) ports.add(port);
  }
  if (ports.size < count) throw new Trouble('No free ports were found between 20000 and 32000 on 127.0.0.1.');
  return [...ports];
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
