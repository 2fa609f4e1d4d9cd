// Joins the modules of src/ into few files in dist/. Each file takes a millisecond or two to load, in every thread that needs it, and
// more than a thousand of them were half the work of a start.
//
// A file that is started by its name keeps its place: src/cli/main.ts becomes dist/cli/main.js. What several of these share is in
// dist/chunks. Types are dropped, not checked.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

/** What is started by its name, as a process or a thread, or loaded from dist/ by tests. */
const ENTRY = /(-process|-thread|-worker|^cli\/main|^training\/process\/main|^telemetry-off)\.ts$/;
/** Stays a file of its own, whose imports are in their order: telemetry is off before the library is loaded. */
const APART = 'inference/onnx/onnxruntime.ts';
/** Joined with everything they depend on: hundreds of files. All others are loaded from node_modules. */
const JOINED_PACKAGES = ['typebox', 'fastify', 'prom-client'];
/** The first finds files of its own by their place. The others are never loaded: see use-of-schemas.ts. `inject` is for tests. */
const NEVER_JOINED = ['pino', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];
const LICENCES = 'third-party-licences.txt';

/** Writes dist/ from the sources, and removes what an earlier bundle has left there. */
export async function bundle(root) {
  const { rolldown } = await import('rolldown');
  const sources = join(root, 'src');
  const packages = withDependencies(root, JOINED_PACKAGES);
  const joined = await rolldown({
    input: entriesIn(sources),
    platform: 'node',
    external: (id) => isLeftInPlace(id, packages),
    plugins: [keepPlaces(sources)],
    transform: { target: 'node20' },
    checks: { pluginTimings: false },
  });
  const { output } = await joined.write({
    dir: join(root, 'dist'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
  });
  refuseEarlyLoading(output);
  writeFileSync(join(root, 'dist', LICENCES), licencesOf(root, packagesIn(output)));
  removeLeftOvers(join(root, 'dist'), output);
}

function entriesIn(sources) {
  const files = readdirSync(sources, { recursive: true }).map((file) => file.split(sep).join('/'));
  const entries = files.filter((file) => file === APART || ENTRY.test(file));
  return Object.fromEntries(entries.map((file) => [file.replace(/\.ts$/, ''), join(sources, file)]));
}

function isLeftInPlace(id, joined) {
  const isOfPackage = /^[@a-z]/.test(id);
  return isOfPackage && !joined.some((name) => id === name || id.startsWith(`${name}/`));
}

function withDependencies(root, names) {
  const found = new Set(names);
  for (const name of found) {
    const { dependencies = {} } = packageFile(root, name);
    for (const dependency of Object.keys(dependencies)) if (!NEVER_JOINED.includes(dependency)) found.add(dependency);
  }
  return [...found];
}

function packageFile(root, name) {
  return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
}

/**
 * Modules find models, threads and other files by their own place (`import.meta.url`). They are told the one in dist/ that they would
 * have alone.
 */
function keepPlaces(sources) {
  const PLACE = /__place_of\("([^"]+)"\)/g;
  return {
    name: 'sextant-keep-places',
    transform(code, id) {
      if (!id.startsWith(sources) || !code.includes('import.meta.url')) return null;
      const file = relative(sources, id).split(sep).join('/').replace(/\.ts$/, '.js');
      return { code: code.replaceAll('import.meta.url', `__place_of("${file}")`), map: null };
    },
    renderChunk(code, { fileName }) {
      const placeOf = (file) => posix.relative(posix.dirname(fileName), file);
      return code.replace(PLACE, (_, file) => `new URL("${placeOf(file)}", import.meta.url).href`);
    },
  };
}

/** The library of the models must find the switch set: see src/telemetry-off.ts. */
function refuseEarlyLoading(output) {
  const loading = output.filter(({ imports = [] }) => imports.includes('onnxruntime-node'));
  if (loading.every(({ code }) => /^import "[^"]*telemetry-off\.js";/.test(code))) return;
  throw new Error('onnxruntime-node would be loaded before its telemetry is switched off.');
}

/** The packages that the bundle really has parts of. */
function packagesIn(output) {
  const files = output.flatMap(({ moduleIds = [] }) => moduleIds.map((id) => id.split(sep).join('/')));
  const names = files.map((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  return [...new Set(names)].filter((name) => name !== undefined).sort();
}

function licencesOf(root, names) {
  const texts = names.map((name) => {
    const folder = join(root, 'node_modules', name);
    const file = readdirSync(folder).find((candidate) => /^licen[cs]e(\.md|\.txt)?$/i.test(candidate));
    const text = file === undefined ? packageFile(root, name).license : readFileSync(join(folder, file), 'utf8');
    return `${name}\n\n${text.trim()}\n`;
  });
  return `The files beside this one have parts of these packages.\n\n${texts.join('\n\n')}`;
}

/** What was made from a source that is gone must not live on. The rest stays in place: it may be running. */
function removeLeftOvers(folder, output) {
  const made = new Set(output.map(({ fileName }) => fileName));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!entry.isFile() || file.startsWith('console/') || !/\.js(\.map)?$/.test(file)) continue;
    if (!made.has(file)) rmSync(join(folder, file));
  }
}
