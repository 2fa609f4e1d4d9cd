// `npm pack` runs this before it packs, and with --undo afterwards. The package has a manifest of its own:
//
// - It brings along dependencies that would otherwise run install scripts or make npm warn (BUNDLED). The scripts are taken
//   out of the copies in node_modules; `npm ci` brings them back.
// - Compiled parts of these that are packages for one platform each become its own optional dependencies, so that npm
//   installs those that fit.
// - It does not depend on node-llama-cpp, whose builds for GPUs npm would install too: `overrides` hold for a clone only.
//
// See docs/decisions/0023-packages.md.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUNDLED = ['fastify', 'lmdb', 'onnxruntime-node'];
/** Packages among them and their dependencies that have install scripts. */
const SCRIPTED = ['lmdb', 'msgpackr-extract', 'onnxruntime-node'];
/** Of the manifest of a clone. The rest is for development. */
const KEPT = [
  'name',
  'version',
  'private',
  'description',
  'license',
  'type',
  'engines',
  'bin',
  'files',
  'dependencies',
];

const root = fileURLToPath(new URL('..', import.meta.url));
const manifestFile = join(root, 'package.json');
/** The manifest of the clone, while that of the package has its place. */
const savedFile = join(root, 'package.json.saved');

// A run that was broken off has left it.
if (existsSync(savedFile)) renameSync(savedFile, manifestFile);
if (!process.argv.includes('--undo')) {
  const written = readFileSync(manifestFile, 'utf8');
  const manifest = JSON.parse(written);
  for (const name of SCRIPTED) simplify(join(root, 'node_modules', name, 'package.json'));
  // What npm remembers of the manifests in node_modules; it reads them again without it.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true });
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const platforms = SCRIPTED.map((name) => packages[`node_modules/${name}`].optionalDependencies);
  const optionalDependencies = Object.assign({}, ...platforms);
  const kept = Object.fromEntries(KEPT.map((field) => [field, manifest[field]]));
  writeFileSync(savedFile, written);
  const packed = { ...kept, optionalDependencies, bundleDependencies: BUNDLED };
  writeFileSync(manifestFile, `${JSON.stringify(packed, null, 2)}\n`);
}

/**
 * Without scripts, and without dependencies on the packages for one platform: npm takes those of a bundled package for
 * bundled too, and does not install them.
 */
function simplify(file) {
  const { scripts, optionalDependencies, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
  // Otherwise npm compiles a package that has a binding.gyp and no install script.
  writeFileSync(file, `${JSON.stringify({ ...manifest, gypfile: false }, null, 2)}\n`);
}
