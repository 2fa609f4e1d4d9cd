// Compiles src/ into dist/ and makes models/english. Incremental: a build with nothing to do takes less than a second,
// so every command that needs dist/ can simply run it first.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'dist', '.tsbuildinfo');

function newestChange(folder) {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) newest = Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
  }
  return newest;
}

compileSources();
run(join(root, 'dist', 'inference', 'convert', 'build-english-model.js'));

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

function run(...command) {
  const result = spawnSync(process.execPath, command, { stdio: 'inherit', cwd: root });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** What was compiled from a source that is gone must not live on. The rest stays in place: it may be running. */
function removeLeftOvers() {
  for (const entry of readdirSync(join(root, 'dist'), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.js(\.map)?$/.test(entry.name)) continue;
    const compiled = join(entry.parentPath, entry.name);
    const source = join(root, 'src', relative(join(root, 'dist'), compiled)).replace(/\.js(\.map)?$/, '.ts');
    if (!existsSync(source)) rmSync(compiled);
  }
}
