// Compiles assembly/dot.ts to the WebAssembly file that the vector scan loads. The file is committed, so that only who
// changes the source needs the compiler, and a test holds the two to be the same.
import { join } from 'node:path';

export const KERNEL = join('src', 'engine', 'embedded', 'vectors', 'dot.wasm');

/** Memory comes from outside and its maximum must be named; 65,536 pages is all that WebAssembly can address. */
const OPTIONS = [
  ...['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--enable', 'threads'],
  ...['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
];

/** The bytes of the compiled kernel. Loads the compiler only when called: a checkout may not have it. */
export async function compileKernel(root) {
  const { default: compiler } = await import('assemblyscript/asc');
  const files = new Map();
  const { error, stderr } = await compiler.main(
    [join('assembly', 'dot.ts'), ...OPTIONS, '--outFile', 'dot.wasm', '--baseDir', root],
    { writeFile: (name, contents) => files.set(name, contents) },
  );
  if (error !== null) throw new Error(`assembly/dot.ts does not compile:\n${stderr}`);
  return files.get('dot.wasm');
}
