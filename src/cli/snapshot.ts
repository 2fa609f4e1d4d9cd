import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Config, loadConfig } from '../config.js';
import { MODES } from '../domain/document/document.js';
import { indexFolder, serviceLockFile, storeFile, storeLockFile, syncFolder } from '../storage/data-folder.js';
import { takeFolder } from '../storage/folder-lock.js';
import { isFullDisk } from '../storage/full-disk.js';
import {
  extractStore,
  type SnapshotHeader,
  type StoreCopy,
  verifySnapshot,
  writeSnapshot,
} from '../storage/snapshot-file.js';
import type { Storage } from '../storage/storage.js';
import { type Command, CommandError, onlyWord, parseWords, printLine, type Screen, type Terminal } from './command.js';
import { copyWithProgress, describeCounts } from './migrate.js';
import { formatBytes, withByteProgress } from './progress-bar.js';
import { inFolderBeside } from './temporary-folder.js';
import { withExistingStorage, withLocalStorage, withStorage } from './with-storage.js';

export const snapshot: Command = {
  help: `Usage: sextant snapshot FILE

Writes a consistent copy of the data folder (SEXTANT_DATA_DIR), or of the cluster with SEXTANT_ENGINE=opensearch, to one file
with a checksum: documents, models, synonyms, curations, the query log and keys. The service may run and be written to meanwhile. FILE must not exist. Its disk
temporarily needs space for two copies of the store, three with a cluster. The snapshot does not contain the index, which
is rebuilt after \`sextant restore\`. It can be restored into a data folder and into a cluster alike.`,

  async run(words, terminal) {
    const { positionals } = parseWords(words, { allowPositionals: true });
    const file = resolve(onlyWord(positionals, 'FILE'));
    const config = loadConfig(terminal.environment);
    if (existsSync(file)) throw new CommandError(`${file} already exists; it will not be overwritten.`);
    try {
      const header = await inFolderBeside(file, async (folder) => {
        const copy = { file: join(folder, 'store'), createdAt: new Date() };
        await copyStore(config, copy.file, terminal);
        return packSnapshot(copy, file, terminal.errors);
      });
      printLine(terminal.output, `${file}: ${formatBytes(header.store_bytes)}, as of ${header.created_at}.`);
    } catch (error) {
      if (!isFullDisk(error)) throw error;
      throw new CommandError(`${file} can't be written (${error.message}). Free some space, or write to another disk.`);
    }
    return 0;
  },
};

async function copyStore(config: Config, file: string, terminal: Terminal): Promise<void> {
  if (config.engine === 'embedded') {
    if (!existsSync(storeFile(config.dataDir))) throw new CommandError(`There is no store in ${config.dataDir}.`);
    return withLocalStorage(config, (storage) => storage.copyTo(file));
  }
  // A store of our own is made of what is in the cluster.
  const dataDir = join(dirname(file), 'data');
  await mkdir(dataDir, { mode: 0o700 });
  await withLocalStorage({ dataDir }, async (local) => {
    const copied = await withExistingStorage(config, (cluster) => copyWithProgress(cluster, local, terminal.errors));
    if (copied === null) throw new CommandError(`The cluster has no indexes ${config.opensearchPrefix}-*.`);
    await local.copyTo(file);
  });
  // Its place on the disk is needed for the snapshot.
  await rm(dataDir, { recursive: true });
}

/** The file gets its final name only when it is complete. */
async function packSnapshot(copy: StoreCopy, file: string, screen: Screen): Promise<SnapshotHeader> {
  const partial = join(dirname(copy.file), 'snapshot');
  const header = await withByteProgress(screen, (progress) => writeSnapshot(copy, partial, progress));
  await rename(partial, file);
  await syncFolder(dirname(file));
  return header;
}

export const restore: Command = {
  help: `Usage: sextant restore FILE [--force]

Restores a snapshot into the data folder (SEXTANT_DATA_DIR), or with SEXTANT_ENGINE=opensearch into the cluster. No service may
be running on either. The whole file is verified before anything is changed. The next start rebuilds the index.

A cluster must have no documents, models, synonyms, curations and keys under its prefix; choose another SEXTANT_OPENSEARCH_PREFIX otherwise.

  --force   replace the documents and keys in the folder`,

  async run(words, terminal) {
    const options = { force: { type: 'boolean' } } as const;
    const { values, positionals } = parseWords(words, { allowPositionals: true, options });
    const file = onlyWord(positionals, 'FILE');
    const config = loadConfig(terminal.environment);
    if (!existsSync(file)) throw new CommandError(`File not found: ${file}`);
    const header = await withByteProgress(terminal.errors, (progress) => verifySnapshot(file, progress));
    if (config.engine === 'opensearch') {
      await restoreIntoCluster(file, config, terminal);
      return 0;
    }
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

async function restoreIntoCluster(file: string, config: Config, terminal: Terminal): Promise<void> {
  const counts = await inFolderBeside(file, async (dataDir) => {
    await withByteProgress(terminal.errors, (progress) => extractStore(file, storeFile(dataDir), progress));
    return withStorage(config, async (cluster) => {
      await requireEmpty(cluster);
      return withLocalStorage({ dataDir }, (local) => copyWithProgress(local, cluster, terminal.errors));
    });
  });
  printLine(terminal.output, `The cluster now has ${describeCounts(counts)}.`);
}

async function requireEmpty(cluster: Storage): Promise<void> {
  const counts = await Promise.all(
    MODES.flatMap((mode) => [
      ...[cluster.documents(mode).count(), cluster.models(mode).count()],
      ...[cluster.synonyms(mode).count(), cluster.curations(mode).count()],
    ]),
  );
  const keys = await cluster.keys.list();
  if (counts.every((count) => count === 0) && keys.length === 0) return;
  throw new CommandError(
    'The cluster already has documents, models, search rules or keys under SEXTANT_OPENSEARCH_PREFIX. Choose another prefix, or remove its indexes.',
  );
}

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
  return withLocalStorage(config, async (storage) => {
    const counts = await Promise.all(
      MODES.map(async (mode) => `${await storage.documents(mode).count()} ${mode} documents`),
    );
    return `The snapshot contains ${counts.join(', ')} and ${(await storage.keys.list()).length} keys.`;
  });
}
