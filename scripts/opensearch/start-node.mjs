import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { UNPRIVILEGED_USER } from './places.mjs';

/** Starts a node on the files in its folder: a new one, or one that has ended. It outlives this process. */
export function startNode({ java, home, node }) {
  const log = openSync(join(node.folder, 'logs', 'console.log'), 'a');
  const user = UNPRIVILEGED_USER;
  const [command, ...rest] = [
    ...(user === null ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups']),
    join(home, 'bin', 'opensearch'),
    // Not in the file of settings, so that `ps` and `down` can tell whose process this is.
    `-Epath.data=${join(node.folder, 'data')}`,
  ];
  return spawn(command, rest, {
    cwd: node.folder,
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH,
      HOME: node.folder,
      LANG: process.env.LANG ?? 'C.UTF-8',
      OPENSEARCH_JAVA_HOME: java,
      OPENSEARCH_PATH_CONF: join(node.folder, 'config'),
      OPENSEARCH_TMPDIR: join(node.folder, 'tmp'),
    },
  });
}
