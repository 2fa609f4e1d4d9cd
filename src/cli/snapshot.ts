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

Writes a consistent copy of the data folder (SEXTANT_DATA_DIR), documents and keys, to one file with a checksum. The
service may run and be written to meanwhile. FILE must not exist. Its disk temporarily needs space for two copies of the
store. The snapshot does not contain the index, which is rebuilt after \`sextant restore\`.`,

  async run(words, terminal) {
    const { positionals } = parseWords(words, { allowPositionals: true });
    const file = resolve(onlyWord(positionals, 'FILE'));
    const config = loadConfig(terminal.environment);
    if (existsSync(file)) throw new CommandError(`${file} already exists; it will not be overwritten.`);
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

/** The file gets its final name only when it is complete. */
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
