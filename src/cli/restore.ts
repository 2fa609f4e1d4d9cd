import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Config, loadConfig } from '../config.js';
import { MODES } from '../domain/document/mode.js';
import { indexFolder, serviceLockFile, storeFile, storeLockFile } from '../storage/data-folder.js';
import { takeFolder } from '../storage/folder-lock.js';
import { extractStore, verifySnapshot } from '../storage/snapshot-file.js';
import { syncFolder } from '../storage/sync-folder.js';
import { type Command, CommandError, onlyWord, parseWords, printLine, type Terminal } from './command.js';
import { withByteProgress } from './progress-bar.js';
import { withStorage } from './with-storage.js';

export const restore: Command = {
  help: `Usage: sextant restore FILE [--force]

Restores a snapshot into the data folder (SEXTANT_DATA_DIR). No service may be running on the folder. The whole file is
verified before anything is changed. The next start rebuilds the index.

  --force   replace the documents and keys in the folder`,

  async run(words, terminal) {
    const options = { force: { type: 'boolean' } } as const;
    const { values, positionals } = parseWords(words, { allowPositionals: true, options });
    const file = onlyWord(positionals, 'FILE');
    const config = loadConfig(terminal.environment);
    if (!existsSync(file)) throw new CommandError(`File not found: ${file}`);
    const header = await withByteProgress(terminal.errors, (progress) => verifySnapshot(file, progress));
    const lock = await takeFolder(config.dataDir, 'sextant restore');
    try {
      if (!values.force) await refuseUnlessEmpty(config.dataDir);
      await replaceStore(file, config, terminal);
    } finally {
      await lock.release();
    }
    printLine(terminal.output, `${config.dataDir} now contains the data as of ${header.created_at}.`);
    return 0;
  },
};

async function refuseUnlessEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder);
  if (entries.every((name) => name === basename(serviceLockFile(folder)) || name === 'lost+found')) return;
  throw new CommandError(
    `The data folder ${folder} is not empty. Use --force to replace the documents and keys in it.`,
  );
}

/** The old store stays intact until the new one, verified and synced to disk, replaces it atomically. */
async function replaceStore(file: string, config: Config, terminal: Terminal): Promise<void> {
  const folder = config.dataDir;
  const staging = join(folder, 'restoring');
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700 });
  try {
    await withByteProgress(terminal.errors, (progress) => extractStore(file, storeFile(staging), progress));
    printLine(terminal.output, await describeStore({ ...config, dataDir: staging }));
    // Remove the index first: one of other documents must never be used with the new store.
    await rm(indexFolder(folder), { recursive: true, force: true });
    await rm(storeLockFile(folder), { force: true });
    await rename(storeFile(staging), storeFile(folder));
    await syncFolder(folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Opening the store also verifies its format and that it can be read. */
async function describeStore(config: Config): Promise<string> {
  return withStorage(config, async (storage) => {
    const counts = await Promise.all(
      MODES.map(async (mode) => `${await storage.documents(mode).count()} ${mode} documents`),
    );
    return `The snapshot contains ${counts.join(', ')} and ${(await storage.keys.list()).length} keys.`;
  });
}
