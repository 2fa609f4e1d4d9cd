import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SUITE = 'bookworm';

/**
 * A root like that of the image node:22-bookworm-slim: Debian by debootstrap, with the Node.js and npm of this machine and
 * the user `node`. Kept in `cache`, because it takes a while to make.
 */
export function prepareBaseRoot(cache) {
  const root = join(cache, `${SUITE}-node-${process.versions.node}`);
  if (existsSync(root)) return root;
  const unfinished = `${root}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  console.log(`Making a Debian root (${SUITE}).`);
  run('debootstrap', [
    '--variant=minbase',
    '--include=ca-certificates',
    SUITE,
    unfinished,
    'http://deb.debian.org/debian',
  ]);
  addNode(unfinished);
  run('chroot', [unfinished, 'useradd', '--create-home', '--uid', '1000', 'node']);
  renameSync(unfinished, root);
  return root;
}

function addNode(root) {
  const local = join(root, 'usr', 'local');
  copyFileSync(realpathSync(process.execPath), join(local, 'bin', 'node'));
  const { stdout } = spawnSync('npm', ['root', '--global'], { encoding: 'utf8' });
  cpSync(join(stdout.trim(), 'npm'), join(local, 'lib', 'node_modules', 'npm'), { recursive: true, dereference: true });
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  }
}

/** What `docker build` gives a step: another root, and the network of the host. */
export function runInRoot(root, command, { environment, user, folder }) {
  const mounts = `mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && mount --bind /etc/resolv.conf "$0/etc/resolv.conf"`;
  const inside = `cd "${folder}" && ${command}`;
  const words = ['chroot', `--userspec=${user}`, '"$0"', '/bin/sh', '-c', '"$1"'];
  run(
    'unshare',
    ['--mount', 'sh', '-c', `touch "$0/etc/resolv.conf" && ${mounts} && exec ${words.join(' ')}`, root, inside],
    {
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', ...environment },
    },
  );
}

/** Where this machine gets packages from, for the steps that install some. */
export function networkSettings(root) {
  const setting = (name) => spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' }).stdout.trim();
  const settings = { npm_config_registry: setting('registry'), npm_config_update_notifier: 'false' };
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates === undefined || !existsSync(certificates)) return settings;
  const copy = join(root, certificates);
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(certificates, copy);
  return { ...settings, NODE_EXTRA_CA_CERTS: certificates, npm_config_cafile: certificates };
}

export function run(program, words, options = {}) {
  const { status, error } = spawnSync(program, words, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed`, { cause: error });
}
