import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compileKernel, KERNELS } from '../../../scripts/compile-kernel.mjs';

it.each(KERNELS)('the committed $file is what its source compiles to', async (kernel) => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const committed = readFileSync(`${root}/${kernel.file}`);
  expect(Buffer.from(await compileKernel(kernel, root)).equals(committed)).toBe(true);
});
