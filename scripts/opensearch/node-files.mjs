import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UNPRIVILEGED_USER } from './places.mjs';

/** Writes what a node needs to start into its folder, which belongs to the user that it runs as. */
export function writeNodeFiles({ folder, home, heap, name, httpPort, transportPort, nodes }) {
  for (const part of ['config/jvm.options.d', 'data', 'logs', 'tmp'])
    mkdirSync(join(folder, part), { recursive: true });
  const snapshots = snapshotFolder(folder);
  const config = join(folder, 'config');
  cpSync(join(home, 'config', 'log4j2.properties'), join(config, 'log4j2.properties'));
  writeFileSync(
    join(config, 'jvm.options'),
    withoutFilesInHome(readFileSync(join(home, 'config', 'jvm.options'), 'utf8')),
  );
  writeFileSync(join(config, 'jvm.options.d', 'heap.options'), `-Xms${heap}\n-Xmx${heap}\n`);
  // JSON is YAML.
  writeFileSync(
    join(config, 'opensearch.yml'),
    JSON.stringify({
      'cluster.name': 'sextant-test',
      'node.name': name,
      'network.host': '127.0.0.1',
      'http.port': httpPort,
      'transport.port': transportPort,
      'path.logs': join(folder, 'logs'),
      'path.repo': [snapshots],
      'discovery.seed_hosts': nodes.map((node) => `127.0.0.1:${node.transportPort}`),
      'cluster.initial_cluster_manager_nodes': nodes.map((node) => node.name),
      // How full the disk of a developer's machine is must not decide whether a test can write.
      'cluster.routing.allocation.disk.threshold_enabled': false,
    }),
  );
  if (UNPRIVILEGED_USER !== null) giveTo(UNPRIVILEGED_USER, folder);
}

/** Where all nodes of a cluster may keep snapshots, if a test tells them to. */
function snapshotFolder(nodeFolder) {
  const folder = join(dirname(nodeFolder), 'snapshots');
  mkdirSync(folder, { recursive: true });
  if (UNPRIVILEGED_USER !== null) chownSync(folder, UNPRIVILEGED_USER, UNPRIVILEGED_USER);
  return folder;
}

/** The logs and dumps of the virtual machine would go into the shared folder, where a node can't write. */
function withoutFilesInHome(options) {
  return options
    .split('\n')
    .filter((line) => !/logs\/|HeapDump/.test(line))
    .join('\n');
}

function giveTo(user, folder) {
  chownSync(folder, user, user);
  for (const entry of readdirSync(folder, { recursive: true })) chownSync(join(folder, entry), user, user);
}
