// Compiles src/ into dist/. Incremental: a build with nothing to do takes about a second, so every
// command that needs dist/ can simply run it first.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

const sources = Math.max(newestChange(join(root, 'src')), statSync(join(root, 'tsconfig.json')).mtimeMs);
if (existsSync(stamp) && statSync(stamp).mtimeMs > sources) process.exit(0);

// A file that was removed from src/ must not live on in dist/.
rmSync(join(root, 'dist'), { recursive: true, force: true });
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
if (!existsSync(compiler)) {
  console.error('Sextant is not built and the TypeScript compiler is not installed. Run `npm ci` first.');
  process.exit(1);
}
const result = spawnSync(process.execPath, [compiler, '-p', root], { stdio: 'inherit', cwd: root });
process.exit(result.status ?? 1);
