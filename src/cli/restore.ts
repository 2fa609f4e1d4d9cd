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

Puts a snapshot into the data folder (SEXTANT_DATA_DIR), where no service may be running. The file is checked as a whole
before anything is changed. The index is made again at the next start.

  --force   replace the documents and keys that are in the folder`,

  async run(words, terminal) {
    const options = { force: { type: 'boolean' } } as const;
    const { values, positionals } = parseWords(words, { allowPositionals: true, options });
    const file = onlyWord(positionals, 'FILE');
    const config = loadConfig(terminal.environment);
    if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
    const header = await withByteProgress(terminal.errors, (progress) => verifySnapshot(file, progress));
    const lock = await takeFolder(config.dataDir, 'sextant restore');
    try {
      if (!values.force) await refuseUnlessEmpty(config.dataDir);
      await replaceStore(file, config, terminal);
    } finally {
      await lock.release();
    }
    printLine(terminal.output, `${config.dataDir} is as it was at ${header.created_at}.`);
    return 0;
  },
};

async function refuseUnlessEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder);
  if (entries.every((name) => name === basename(serviceLockFile(folder)) || name === 'lost+found')) return;
  throw new CommandError(`The data folder ${folder} is not empty. --force replaces the documents and keys in it.`);
}

/** The old store stays whole until the new one, checked and on disk, takes its place in one step. */
async function replaceStore(file: string, config: Config, terminal: Terminal): Promise<void> {
  const folder = config.dataDir;
  const workshop = join(folder, 'restoring');
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { mode: 0o700 });
  try {
    await withByteProgress(terminal.errors, (progress) => extractStore(file, storeFile(workshop), progress));
    printLine(terminal.output, await describeStore({ ...config, dataDir: workshop }));
    // An index of other documents must not meet the new store, so it goes first.
    await rm(indexFolder(folder), { recursive: true, force: true });
    await rm(storeLockFile(folder), { force: true });
    await rename(storeFile(workshop), storeFile(folder));
    await syncFolder(folder);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** Opening it is a check too: of its format, and that it can be read. */
async function describeStore(config: Config): Promise<string> {
  return withStorage(config, (storage) => {
    const counts = MODES.map((mode) => `${storage.documents(mode).count()} ${mode} documents`);
    return `The snapshot has ${counts.join(', ')} and ${storage.keys.list().length} keys.`;
  });
}
