import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

interface LockFile {
  packages: Record<
    string,
    { hasInstallScript?: boolean; engines?: { node?: string }; dev?: boolean; optional?: boolean }
  >;
}

const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

describe('the lock file', () => {
  it('names no install script but those that are harmless and denied', async () => {
    const { packages }: LockFile = await readJson('package-lock.json');
    const { allowScripts } = await readJson('package.json');
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    // Not onnxruntime-node, whose script downloads GPU libraries: remove its "hasInstallScript" if npm has written it back.
    // A new package here needs a look at its script, and a line in decision 23.
    const names = scripted.map(([path]) => path.replace('node_modules/', ''));
    expect(names.filter((name) => name !== 'fsevents').sort()).toEqual(['lmdb', 'msgpackr-extract', 'node-llama-cpp']);
    for (const name of [...names, 'onnxruntime-node']) expect(allowScripts[name] ?? false).toBe(false);
  });

  it('has no package that wants a newer Node.js than we do', async () => {
    const { packages }: LockFile = await readJson('package-lock.json');
    const tooNew = Object.entries(packages).filter(([, { engines, optional }]) =>
      /^>=\s*2[1-9]/.test(optional ? '' : (engines?.node ?? '')),
    );
    expect(tooNew.map(([path]) => path)).toEqual([]);
  });
});
