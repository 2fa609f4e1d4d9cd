import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * `npm ci --omit=optional` leaves the language model out, as it should, but with it the compiled part of the store, which
 * lmdb keeps among optional packages of its own, one for each platform. The one for this platform is fetched here, from
 * the same registry and in the version that lmdb names.
 */
export function fetchStoreBinary(root) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'node_modules', 'lmdb', 'package.json'), 'utf8'));
  const name = `@lmdb/lmdb-${process.platform}-${process.arch}`;
  const version = optionalDependencies[name];
  const folder = join(root, 'node_modules', name);
  if (version === undefined || existsSync(folder)) return;
  console.log(`Fetching ${name}, which --omit=optional left out and the store needs.`);
  const unpacked = mkdtempSync(join(root, 'node_modules', '.store-binary-'));
  try {
    npm(unpacked, 'pack', `${name}@${version}`, '--ignore-scripts', '--silent');
    const [archive] = readdirSync(unpacked);
    run('tar', ['-xzf', archive], unpacked);
    mkdirSync(dirname(folder), { recursive: true });
    renameSync(join(unpacked, 'package'), folder);
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}

/** The npm that runs this script, or else the one that is installed. */
function npm(cwd, ...command) {
  const own = process.env.npm_execpath;
  if (own === undefined) run('npm', command, cwd);
  else run(process.execPath, [own, ...command], cwd);
}

function run(program, command, cwd) {
  const { status, error } = spawnSync(program, command, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ${command.join(' ')} failed`, { cause: error });
}
