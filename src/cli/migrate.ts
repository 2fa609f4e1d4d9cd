import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Config, loadConfig } from '../config.js';
import { type CopyCounts, type CopyProgress, copyStorage } from '../storage/copy-storage.js';
import { storeFile } from '../storage/data-folder.js';
import { takeFolder } from '../storage/folder-lock.js';
import type { Storage } from '../storage/storage.js';
import { type Command, CommandError, parseWords, printLine, type Screen, UsageError } from './command.js';
import { ProgressBar } from './progress-bar.js';
import { withExistingStorage, withStorage } from './with-storage.js';

/** The word for the cluster that the settings name. */
const CLUSTER = 'opensearch';

export const migrate: Command = {
  help: `Usage: sextant migrate --from PLACE --to PLACE

Copies keys, models, synonyms, curations, the query log and documents, with their vectors, from a data folder into an OpenSearch
cluster, or back. A PLACE is a data folder, or the word opensearch for the cluster that the SEXTANT_OPENSEARCH_* settings name.

Stop the services on both places first: what is written meanwhile is not copied. What is copied already is not copied again,
so a migration that was broken off continues when the command is repeated. At the end both places are counted. Nothing is
removed from the first one. Trainings that have not ended and answers to repeated requests are left out.

  sextant migrate --from ./data --to opensearch`,

  async run(words, terminal) {
    const options = { from: { type: 'string' }, to: { type: 'string' } } as const;
    const { values } = parseWords(words, { options });
    const { from, to } = values;
    if (from === undefined || to === undefined)
      throw new UsageError('Say from where to where: --from PLACE --to PLACE.');
    if (isSame(from, to)) throw new UsageError('Both places are the same.');
    const source = configOf(from, terminal.environment);
    const target = configOf(to, terminal.environment);
    const copy = (origin: Storage) =>
      locked(target, () => withStorage(target, (copied) => copyWithProgress(origin, copied, terminal.errors)));
    if (isFolder(source) && !existsSync(storeFile(source.dataDir))) throw nothingIn(from);
    const counts = await locked(source, () => withExistingStorage(source, copy));
    if (counts === null) throw nothingIn(from);
    printLine(terminal.output, `${to} now has ${describeCounts(counts)}, as many as ${from}.`);
    return 0;
  },
};

export async function copyWithProgress(from: Storage, to: Storage, screen: Screen): Promise<CopyCounts> {
  const bar = new ProgressBar(screen, 'documents');
  const onProgress = ({ part, done, total }: CopyProgress) => {
    if (part === 'documents') bar.update({ done, share: total === 0 ? 1 : done / total });
  };
  try {
    return await copyStorage(from, to, { onProgress });
  } finally {
    bar.clear();
  }
}

export function describeCounts({ keys, models, synonyms, curations, documents }: CopyCounts): string {
  const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  const trained = counted(models.live + models.test, 'model');
  const rules = synonyms.live + synonyms.test + curations.live + curations.test;
  const ofRules = rules === 0 ? '' : `, ${counted(rules, 'search rule')}`;
  return `${documents.live} live and ${counted(documents.test, 'test document')}, ${trained}${ofRules} and ${counted(keys, 'key')}`;
}

function isSame(one: string, other: string): boolean {
  return one === CLUSTER || other === CLUSTER ? one === other : resolve(one) === resolve(other);
}

function nothingIn(place: string): CommandError {
  return new CommandError(`There is no store in ${place}.`);
}

function configOf(place: string, environment: NodeJS.ProcessEnv): Config {
  if (place === CLUSTER) return loadConfig({ ...environment, SEXTANT_ENGINE: CLUSTER });
  return loadConfig({
    ...environment,
    SEXTANT_ENGINE: 'embedded',
    SEXTANT_OPENSEARCH_URL: '',
    SEXTANT_DATA_DIR: resolve(place),
  });
}

function isFolder({ engine }: Config): boolean {
  return engine === 'embedded';
}

/** Keeps services off a folder. A cluster can't be kept for one process alone. */
async function locked<T>(config: Config, work: () => Promise<T>): Promise<T> {
  if (!isFolder(config)) return work();
  const lock = await takeFolder(config.dataDir, 'sextant migrate');
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
