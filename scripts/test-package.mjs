// Packs Sextant, installs the package globally into an empty folder with an empty home, and uses it as a user would.
//
//   node scripts/test-package.mjs [--keep]     --keep leaves the folder and says where it is
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'sextant-package-'));
const [home, prefix, work] = ['home', 'prefix', 'work'].map((name) => join(place, name));
const KEY = 'sk_live_thePackageTestKey0123456789abc';
const START_MILLISECONDS = 120_000;

try {
  for (const folder of [home, prefix, work]) mkdirSync(folder);
  const tarball = pack();
  install(tarball);
  inspect();
  await use();
  console.log('The package installs and works.');
} finally {
  if (process.argv.includes('--keep')) console.log(`Left in ${place}.`);
  else rmSync(place, { recursive: true, force: true });
}

function pack() {
  run('npm', ['pack', '--silent', '--pack-destination', place], { cwd: root, env: process.env });
  const [name] = readdirSync(place).filter((file) => file.endsWith('.tgz'));
  const tarball = join(place, name);
  console.log(`${name}: ${megabytes(statSync(tarball).size)}`);
  const { output } = run('tar', ['--list', '--gzip', '--file', tarball], { maxBuffer: 64_000_000 });
  // npm must choose those that fit the machine of the user.
  if (output.includes('node_modules/@lmdb/')) fail('The package has compiled parts for the platform of this machine.');
  return tarball;
}

/** Any warning is a failure: the first thing that users see should be clean. */
function install(tarball) {
  const { output } = run('npm', ['install', '--global', '--prefix', prefix, tarball], {
    cwd: work,
    env: userEnvironment(),
  });
  const warnings = output.split('\n').filter((line) => /^npm (?:warn|error)/i.test(line));
  if (warnings.length > 0) fail(`npm warns:\n${warnings.join('\n')}`);
}

/** What must not be there: sources, libraries for GPUs, anything of a language model. */
function inspect() {
  const installed = join(prefix, 'lib', 'node_modules', 'sextant');
  const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  console.log(`installed: ${megabytes(bytes)} in ${files.length} files`);
  const unwanted = files.filter(
    ({ name, parentPath }) => /cuda|vulkan|tensorrt|\.gguf$/.test(name) || parentPath.includes('llama-cpp'),
  );
  if (unwanted.length > 0) fail(`The package has ${unwanted.map(({ name }) => name).join(', ')}.`);
  if (existsSync(join(installed, 'src'))) fail('The package has sources, so its command would try to compile them.');
}

async function use() {
  const command = join(prefix, 'bin', 'sextant');
  const listed = run(command, ['models', 'list'], { cwd: work, env: userEnvironment() });
  if (!listed.output.includes('available')) fail(`models list says: ${listed.output}`);
  const service = spawn(command, ['serve'], {
    cwd: work,
    env: { ...userEnvironment(), SEXTANT_PORT: '0', SEXTANT_API_KEY: KEY },
  });
  const ended = new Promise((resolve) => service.once('exit', resolve));
  try {
    const url = await addressOf(service);
    await tryOut(`${url}/v20241104`);
  } finally {
    service.kill('SIGTERM');
  }
  const code = await ended;
  if (code !== 0) fail(`The service ended with ${code}.`);
  const written = readdirSync(work);
  if (written.join() !== 'data') fail(`The service wrote ${written.join(', ')}, not only its data folder.`);
}

/** From the banner, which is printed when the service is ready. */
async function addressOf(service) {
  let log = '';
  for (const stream of [service.stdout, service.stderr]) {
    stream.on('data', (chunk) => {
      log += chunk;
    });
  }
  const deadline = Date.now() + START_MILLISECONDS;
  while (Date.now() < deadline && service.exitCode === null) {
    const url = /Sextant listens on (\S+)/.exec(log)?.[1];
    if (url !== undefined) return url;
    await sleep(100);
  }
  return fail(`The service did not start:\n${log}`);
}

async function tryOut(api) {
  const page = await (await fetch(new URL('/console/', api))).text();
  const [, script] = /src="([^"]+)"/.exec(page) ?? fail(`The console is not in the package: ${page}`);
  if (!(await fetch(new URL(script, api))).ok) fail('The script of the console is not in the package.');
  await post(`${api}/documents`, {
    id: 'tides',
    tenant_id: 'library',
    title: 'How tides work',
    content: 'The Moon pulls the oceans.',
  });
  const found = await post(`${api}/search`, { query: 'sea level rising and falling', search_type: 'ai_semantic' });
  if (found.data[0]?.id !== 'tides') fail(`search finds ${JSON.stringify(found.data)}`);
  const answered = await post(`${api}/generate-answer`, { query: 'What pulls the oceans?' });
  if (!answered.data[0]?.answer.includes('The Moon pulls the oceans.'))
    fail(`the answer is ${JSON.stringify(answered.data)}`);
}

async function post(url, body) {
  const headers = { 'X-API-Key': KEY, 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  return response.ok ? JSON.parse(text) : fail(`${url} answers ${response.status}: ${text}`);
}

/** Nothing of whoever runs this but where programs and packages come from. */
function userEnvironment() {
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' }).stdout.trim();
  const { PATH, NODE_EXTRA_CA_CERTS = '' } = process.env;
  return { PATH, HOME: home, npm_config_registry: registry, NODE_EXTRA_CA_CERTS };
}

function run(program, words, options) {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', ...options });
  const output = `${stdout}${stderr}`;
  return status === 0 ? { output } : fail(`${program} ${words.join(' ')} failed:\n${output}`);
}

function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`;
}

function fail(message) {
  throw new Error(message);
}
