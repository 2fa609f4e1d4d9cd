import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { loadConfig } from '../config.js';
import { storeFile } from '../storage/data-folder.js';
import { type SnapshotHeader, type StoreCopy, writeSnapshot } from '../storage/snapshot-file.js';
import { syncFolder } from '../storage/sync-folder.js';
import { type Command, CommandError, onlyWord, parseWords, printLine, type Screen } from './command.js';
import { formatBytes, withByteProgress } from './progress-bar.js';
import { withStorage } from './with-storage.js';

export const snapshot: Command = {
  help: `Usage: sextant snapshot FILE

Writes everything in the data folder (SEXTANT_DATA_DIR), documents and keys, into one file, with a checksum. A service
may run and be written to meanwhile: the file holds one moment. FILE must not exist. For a while twice the store's size is
needed where FILE lies. The index is not in it: it is made again after \`sextant restore\`.`,

  async run(words, terminal) {
    const { positionals } = parseWords(words, { allowPositionals: true });
    const file = resolve(onlyWord(positionals, 'FILE'));
    const config = loadConfig(terminal.environment);
    if (existsSync(file)) throw new CommandError(`${file} exists already, and is not overwritten.`);
    if (!existsSync(storeFile(config.dataDir))) throw new CommandError(`There is no store in ${config.dataDir}.`);
    const copy = { file: `${file}.store`, createdAt: new Date() };
    try {
      await rm(copy.file, { force: true });
      await withStorage(config, (storage) => storage.copyTo(copy.file));
      const header = await packSnapshot(copy, file, terminal.errors);
      printLine(terminal.output, `${file}: ${formatBytes(header.store_bytes)}, as of ${header.created_at}.`);
    } finally {
      await rm(copy.file, { force: true });
    }
    return 0;
  },
};

/** Under its own name only when it is whole. */
async function packSnapshot(copy: StoreCopy, file: string, screen: Screen): Promise<SnapshotHeader> {
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  try {
    const header = await withByteProgress(screen, (progress) => writeSnapshot(copy, partial, progress));
    await rename(partial, file);
    await syncFolder(dirname(file));
    return header;
  } finally {
    await rm(partial, { force: true });
  }
}
