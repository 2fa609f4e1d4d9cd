// Compiles src/ into dist/, and the console into dist/console. Incremental: a build with nothing to do takes less than a second, so every command that needs
// dist/ can simply run it first.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileKernel, KERNELS } from './compile-kernel.mjs';
import { fetchStoreBinary } from './fetch-store-binary.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'dist', '.tsbuildinfo');

function newestChange(folder) {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) newest = Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
  }
  return newest;
}

fetchStoreBinary(root);
for (const kernel of KERNELS) {
  await refreshKernel(kernel);
  copyKernel(kernel);
}
compileSources();
buildConsole();

/** The committed file will do where the compiler is not installed. */
async function refreshKernel(kernel) {
  const file = join(root, kernel.file);
  const isNewest = existsSync(file) && statSync(file).mtimeMs >= statSync(join(root, kernel.source)).mtimeMs;
  if (isNewest || !existsSync(join(root, 'node_modules', 'assemblyscript'))) return;
  writeFileSync(file, await compileKernel(kernel, root));
}

function copyKernel(kernel) {
  const file = join(root, kernel.file);
  const copy = join(root, 'dist', relative('src', kernel.file));
  if (existsSync(copy) && statSync(copy).mtimeMs >= statSync(file).mtimeMs) return;
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(file, copy);
}

function compileSources() {
  const sources = Math.max(newestChange(join(root, 'src')), statSync(join(root, 'tsconfig.json')).mtimeMs);
  if (existsSync(stamp) && statSync(stamp).mtimeMs > sources) return;
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  if (!existsSync(compiler)) {
    console.error('Sextant is not built and the TypeScript compiler is not installed. Run `npm ci` first.');
    process.exit(1);
  }
  run(compiler, '-p', root);
  removeLeftOvers();
}

function buildConsole() {
  const built = join(root, 'dist', 'console', 'index.html');
  const sources = ['console/src', 'clients/typescript/src'].map((folder) => newestChange(join(root, folder)));
  const settings = ['console/index.html', 'console/vite.config.ts', 'console/package.json'];
  const newest = Math.max(...sources, ...settings.map((file) => statSync(join(root, file)).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs > newest) return;
  const bundler = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  runIn(join(root, 'console'), bundler, 'build', '--logLevel', 'warn');
}

function run(...command) {
  runIn(root, ...command);
}

function runIn(folder, ...command) {
  const result = spawnSync(process.execPath, command, { stdio: 'inherit', cwd: folder });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** What was compiled from a source that is gone must not live on. The rest stays in place: it may be running. */
function removeLeftOvers() {
  for (const entry of readdirSync(join(root, 'dist'), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.js(\.map)?$/.test(entry.name)) continue;
    const compiled = join(entry.parentPath, entry.name);
    if (compiled.startsWith(join(root, 'dist', 'console'))) continue;
    const source = join(root, 'src', relative(join(root, 'dist'), compiled)).replace(/\.js(\.map)?$/, '.ts');
    if (!existsSync(source)) rmSync(compiled);
  }
}
