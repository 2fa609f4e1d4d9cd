// Starts a real OpenSearch cluster on this machine for tests, and stops it again.
//
//   node scripts/opensearch.mjs up [--nodes 3] [--heap 512m]   the last line on stdout is { "url": "…", "pids": [ … ] }
//   node scripts/opensearch.mjs restart --url URL              starts nodes of it that were killed; prints the same line
//   node scripts/opensearch.mjs down [--url URL]               stops that cluster, or all that were started here
//
// Downloads and running clusters are kept in SEXTANT_OPENSEARCH_CACHE (see opensearch/places.mjs).
import { parseArgs } from 'node:util';
import { prepareDistribution } from './opensearch/distribution.mjs';
import { findJava } from './opensearch/java.mjs';
import { restartNodes } from './opensearch/restart-nodes.mjs';
import { startCluster } from './opensearch/start-cluster.mjs';
import { stopClusters } from './opensearch/stop-clusters.mjs';
import { Trouble } from './opensearch/trouble.mjs';

const USAGE =
  'Usage: node scripts/opensearch.mjs up [--nodes 1|3] [--heap 512m] | restart --url URL | down [--url URL]';

async function up({ nodes = '1', heap = '512m' }) {
  if (!['1', '3'].includes(nodes)) throw new Trouble(`--nodes is 1 or 3, not ${nodes}.`);
  if (!/^\d+[mg]$/.test(heap)) throw new Trouble(`--heap is a size such as 512m or 1g, not ${heap}.`);
  const java = findJava();
  const home = prepareDistribution(java);
  const { url, pids } = await startCluster({ java, home, nodes: Number(nodes), heap });
  console.log(JSON.stringify({ url, pids }));
}

async function restart({ url }) {
  if (url === undefined) throw new Trouble(USAGE);
  const java = findJava();
  const { pids } = restartNodes({ java, home: prepareDistribution(java), url });
  console.log(JSON.stringify({ url, pids }));
}

async function down({ url }) {
  const stopped = await stopClusters(url);
  console.error(stopped === 0 ? 'No cluster is running.' : `Stopped ${stopped} ${stopped === 1 ? 'node' : 'nodes'}.`);
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { nodes: { type: 'string' }, heap: { type: 'string' }, url: { type: 'string' } },
  });
  const command = { up, restart, down }[positionals.join(' ')];
  if (command === undefined) throw new Trouble(USAGE);
  await command(values);
} catch (error) {
  const isOurs = error instanceof Trouble || error.code?.startsWith('ERR_PARSE_ARGS');
  console.error(isOurs ? error.message : error);
  process.exitCode = 1;
}
