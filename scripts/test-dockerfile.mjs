// Executes the steps of the Dockerfile in Debian roots, since there is no container engine where CI runs, and then runs the
// result as compose.yaml wants it: as the user of the image, on a read-only root, with only the data volume to write to.
//
//   node scripts/test-dockerfile.mjs     as root, with debootstrap; the Debian root is kept in SEXTANT_DEBIAN_CACHE
//
// Node.js is the one of this machine instead of that of the base image. Everything else is as the Dockerfile says.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildStage } from './dockerfile/build-stage.mjs';
import { prepareBaseRoot } from './dockerfile/debian-root.mjs';
import { readDockerfile } from './dockerfile/read-dockerfile.mjs';

const context = fileURLToPath(new URL('..', import.meta.url));
const cache = process.env.SEXTANT_DEBIAN_CACHE ?? join(homedir(), '.cache', 'sextant-debian');
const place = mkdtempSync(join(tmpdir(), 'sextant-dockerfile-'));
const KEY = 'sk_live_theDockerfileTestKey0123456789';
const PORT = '18180';
const START_MILLISECONDS = 120_000;

try {
  const base = prepareBaseRoot(cache);
  const image = buildAll(base);
  console.log(`The image adds ${sizeOf(image.root) - sizeOf(base)} MB to its base.`);
  await use(image);
  console.log('The Dockerfile works: not as root, on a read-only root, and healthy.');
} finally {
  rmSync(place, { recursive: true, force: true });
}

function buildAll(base) {
  const stages = new Map();
  const read = readDockerfile(readFileSync(join(context, 'Dockerfile'), 'utf8'));
  for (const [index, stage] of read.entries()) {
    const root = join(place, `stage-${index}`);
    stages.set(stage.name ?? String(index), buildStage(stage, { base, root, context, stages }));
  }
  return [...stages.values()].at(-1);
}

async function use(image) {
  const data = join(place, 'data');
  const [volume] = image.volumes;
  mkdirSync(data);
  // A new volume takes its owner from the image.
  const { uid, gid } = statSync(join(image.root, volume));
  chownSync(data, uid, gid);
  const service = start(image, { data, volume });
  const ended = new Promise((resolve) => service.once('exit', resolve));
  try {
    await untilHealthy(image, service);
    checkRights(image, service);
    await tryOut(`http://127.0.0.1:${PORT}/v20241104`);
  } finally {
    service.kill('SIGTERM');
  }
  const code = await ended;
  if (code !== 0) fail(`The service ended with ${code}.`);
  if (!readdirSync(data).includes('store.mdb')) fail('The data is not in the volume.');
}

/** `exec` all the way, so that the process that is started is the service. */
function start(image, { data, volume }) {
  const steps = [
    'mount --bind "$0" "$0"',
    'mount --bind "$1" "$0$2"',
    'mount -o remount,ro,bind "$0"',
    'mount -t tmpfs tmpfs "$0/tmp"',
    'mount --rbind /dev "$0/dev"',
    'mount -t proc proc "$0/proc"',
    `exec chroot --userspec=${image.user} "$0" "\${@:3}"`,
  ];
  const command = [...image.entryPoint, ...image.command];
  const words = ['--mount', 'bash', '-c', steps.join(' && '), image.root, data, volume, ...command];
  return spawn('unshare', words, { env: environmentOf(image), stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Inside, like `docker exec`. */
function execute(image, service, command, user = image.user) {
  const words = [`--target=${service.pid}`, '--mount', 'chroot', `--userspec=${user}`, image.root, ...command];
  return spawnSync('nsenter', words, { env: environmentOf(image), encoding: 'utf8' });
}

async function untilHealthy(image, service) {
  const deadline = Date.now() + START_MILLISECONDS;
  while (execute(image, service, image.healthCheck).status !== 0) {
    if (service.exitCode !== null || Date.now() > deadline) fail('The service did not become healthy.');
    await sleep(500);
  }
}

function checkRights(image, service) {
  const [, uid] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'));
  if (uid === '0') fail('The service runs as root.');
  for (const folder of ['/', '/app', '/app/models', '/home/node', '/usr/local']) {
    const { status, stderr } = execute(image, service, ['touch', join(folder, 'trace')], 'root');
    if (status === 0 || !stderr.includes('Read-only')) fail(`${folder} can be written to.`);
  }
}

async function tryOut(api) {
  const headers = { 'X-API-Key': KEY, 'Content-Type': 'application/json' };
  const post = async (path, body) => {
    const response = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.ok ? response.json() : fail(`${path} answers ${response.status}: ${await response.text()}`);
  };
  await post('/documents', {
    id: 'tides',
    tenant_id: 'library',
    title: 'How tides work',
    content: 'The Moon pulls the oceans.',
  });
  const { data } = await post('/search', { query: 'sea level rising and falling', search_type: 'ai_semantic' });
  if (data[0]?.id !== 'tides') fail(`search finds ${JSON.stringify(data)}`);
}

/** As with `docker run -e`: another port, because the network is that of this machine. */
function environmentOf({ environment }) {
  const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  return { PATH, HOME: '/home/node', ...environment, SEXTANT_PORT: PORT, SEXTANT_API_KEY: KEY };
}

function sizeOf(folder) {
  return Number(spawnSync('du', ['-sm', folder], { encoding: 'utf8' }).stdout.split('\t')[0]);
}

function fail(message) {
  throw new Error(message);
}
