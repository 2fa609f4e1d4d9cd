import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compileKernel, KERNEL } from '../../../../scripts/compile-kernel.mjs';

it('the committed kernel is what its source compiles to', async () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const committed = readFileSync(`${root}/${KERNEL}`);
  expect(Buffer.from(await compileKernel(root)).equals(committed)).toBe(true);
});
