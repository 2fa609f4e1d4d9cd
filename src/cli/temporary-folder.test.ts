import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inFolderBeside } from './temporary-folder.js';

const RUN_TYPESCRIPT = pathToFileURL(join(import.meta.dirname, '../../scripts/run-typescript.mjs')).href;
const MODULE = pathToFileURL(join(import.meta.dirname, 'temporary-folder.ts')).href;

let parent: string;
let file: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'sextant-beside-'));
  file = join(parent, 'a.snapshot');
});
afterEach(() => rmSync(parent, { recursive: true }));

it('is beside the file, for nobody else, and gone in the end', async () => {
  const used = await inFolderBeside(file, async (folder) => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    writeFileSync(join(folder, 'store'), 'x');
    return folder;
  });
  expect(used.startsWith(parent)).toBe(true);
  await expect(inFolderBeside(file, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(readdirSync(parent)).toEqual([]);
  expect(existsSync(used)).toBe(false);
});

it.each(['SIGINT', 'SIGTERM'] as const)('is gone after %s', async (signal) => {
  const program = `
    const { inFolderBeside } = await import(${JSON.stringify(MODULE)});
    await inFolderBeside(${JSON.stringify(file)}, () => {
      process.stdout.write('begun');
      return new Promise((resolve) => setTimeout(resolve, 60_000));
    });`;
  const child = spawn(process.execPath, ['--import', RUN_TYPESCRIPT, '--input-type=module', '-e', program]);
  await once(child.stdout, 'data');
  expect(readdirSync(parent)).toHaveLength(1);
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([130, null]);
  expect(readdirSync(parent)).toEqual([]);
});
