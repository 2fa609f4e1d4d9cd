// `npm pack` runs this before it packs, and with --undo afterwards. The package has a manifest of its own:
//
// - It brings along dependencies that would otherwise run install scripts or make npm warn (BUNDLED). The scripts are taken
//   out of the copies in node_modules while it is packed.
// - Compiled parts of these that are packages for one platform each become its own optional dependencies, so that npm
//   installs those that fit.
// - It does not depend on node-llama-cpp, whose builds for GPUs npm would install too: `overrides` hold for a clone only.
//
// See docs/decisions/0023-packages.md.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
const packageFile = join(root, 'package.json');
/** What is replaced while the package is made. */
const replaced = [packageFile, ...SCRIPTED.map(manifestOf)];
const savedFolder = join(root, 'node_modules', '.packing');

// Also after a run that was broken off.
restore();
if (!process.argv.includes('--undo')) {
  save();
  const manifest = readJson(packageFile);
  for (const name of SCRIPTED) simplify(manifestOf(name));
  // What npm remembers of the manifests in node_modules; it reads them again without it.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true });
  const { packages } = readJson(join(root, 'package-lock.json'));
  const platforms = SCRIPTED.map((name) => packages[`node_modules/${name}`].optionalDependencies);
  const optionalDependencies = Object.assign({}, ...platforms);
  const kept = Object.fromEntries(KEPT.map((field) => [field, manifest[field]]));
  writeJson(packageFile, { ...kept, optionalDependencies, bundleDependencies: BUNDLED });
}

/** The folder appears when everything is in it: a copy that was broken off is not taken for one to restore. */
function save() {
  const unfinished = `${savedFolder}-unfinished`;
  mkdirSync(unfinished, { recursive: true });
  for (const [index, file] of replaced.entries()) writeFileSync(join(unfinished, `${index}.json`), readFileSync(file));
  renameSync(unfinished, savedFolder);
}

function restore() {
  if (!existsSync(savedFolder)) return;
  for (const [index, file] of replaced.entries()) writeFileSync(file, readFileSync(join(savedFolder, `${index}.json`)));
  rmSync(savedFolder, { recursive: true });
}

function manifestOf(name) {
  return join(root, 'node_modules', name, 'package.json');
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Without scripts, and without dependencies on the packages for one platform: npm takes those of a bundled package for
 * bundled too, and does not install them.
 */
function simplify(file) {
  const { scripts, optionalDependencies, ...manifest } = readJson(file);
  // Otherwise npm compiles a package that has a binding.gyp and no install script.
  writeJson(file, { ...manifest, gypfile: false });
}
