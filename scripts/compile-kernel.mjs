// Compiles what is in assembly/ to the WebAssembly files that engine, algorithms and text analysis load. They are committed, so that only who changes a
// source needs the compiler, and a test holds file and source to be the same.
import { join } from 'node:path';

const ALWAYS = ['-O3', '--noAssert', '--runtime', 'stub'];
/** Memory comes from outside and its maximum must be named; 65,536 pages is all that WebAssembly can address. */
const IN_SHARED_MEMORY = [
  ...['--enable', 'simd', '--enable', 'threads'],
  ...['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
];

const WITH_SIMD = ['--enable', 'simd'];

const ENGINE = join('src', 'engine', 'embedded');

/** Each with its source, the file that it becomes, and how. */
export const KERNELS = [
  { source: join('assembly', 'dot.ts'), file: join(ENGINE, 'vectors', 'dot.wasm'), options: IN_SHARED_MEMORY },
  { source: join('assembly', 'bm25.ts'), file: join(ENGINE, 'lexical', 'bm25.wasm'), options: [] },
  {
    source: join('assembly', 'directions.ts'),
    file: join('src', 'algorithms', 'layout', 'directions.wasm'),
    options: WITH_SIMD,
  },
  {
    source: join('assembly', 'skip-words.ts'),
    file: join('src', 'text', 'analysis', 'skip-words.wasm'),
    options: WITH_SIMD,
  },
];

/** The bytes of a compiled kernel. Loads the compiler only when called: a checkout may not have it. */
export async function compileKernel({ source, options }, root) {
  const { default: compiler } = await import('assemblyscript/asc');
  const files = new Map();
  const { error, stderr } = await compiler.main(
    [source, ...ALWAYS, ...options, '--outFile', 'kernel.wasm', '--baseDir', root],
    { writeFile: (name, contents) => files.set(name, contents) },
  );
  if (error !== null) throw new Error(`${source} does not compile:\n${stderr}`);
  return files.get('kernel.wasm');
}
