// Puts src/ into dist/, and the console into dist/console. A build with nothing to do takes less than a second, so every command that
// needs dist/ can simply run it first.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { compileKernel, KERNELS } from './compile-kernel.mjs';
import { fetchStoreBinary } from './fetch-store-binary.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Written last. */
const stamp = join(root, 'dist', '.bundled');

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
await bundleSources();
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

async function bundleSources() {
  const recipe = ['bundle.mjs', 'build.mjs'].map((name) => statSync(join(root, 'scripts', name)).mtimeMs);
  const newest = Math.max(newestChange(join(root, 'src')), ...recipe);
  if (existsSync(stamp) && statSync(stamp).mtimeMs > newest) return;
  if (!existsSync(join(root, 'node_modules', 'rolldown'))) {
    console.error('Sextant is not built and what builds it is not installed. Run `npm ci` first.');
    process.exit(1);
  }
  await bundle(root);
  writeFileSync(stamp, '');
}

function buildConsole() {
  const built = join(root, 'dist', 'console', 'index.html');
  const sources = ['console/src', 'clients/typescript/src'].map((folder) => newestChange(join(root, folder)));
  const settings = [
    'console/index.html',
    'console/vite.config.ts',
    'console/package.json',
    'src/extraction/file-types.ts',
  ];
  const newest = Math.max(...sources, ...settings.map((file) => statSync(join(root, file)).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs > newest) return;
  const bundler = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  runIn(join(root, 'console'), bundler, 'build', '--logLevel', 'warn');
}

function runIn(folder, ...command) {
  const result = spawnSync(process.execPath, command, { stdio: 'inherit', cwd: folder });
  if (result.status !== 0) process.exit(result.status ?? 1);
}
