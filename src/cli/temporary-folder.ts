import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { INTERRUPTED_EXIT_CODE } from './command.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Gives work a new folder beside a file, on the same disk, that no other user can look into. It is gone in the end, also after Ctrl-C
 * or SIGTERM, which end the process at once.
 */
export async function inFolderBeside<Result>(file: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(`${resolve(file)}-`);
  const interrupt = () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(INTERRUPTED_EXIT_CODE);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}
