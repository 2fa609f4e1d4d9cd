import { resolve } from 'node:path';
import { openLocalStorage } from '../app/backend/embedded-backend.js';
import { openClusterStorage } from '../app/backend/opensearch-backend.js';
import { type Config, loadConfig } from '../config.js';
import { type CopyCounts, type CopyProgress, copyStorage } from '../storage/copy-storage.js';
import { takeFolder } from '../storage/folder-lock.js';
import type { Storage } from '../storage/storage.js';
import { type Command, parseWords, printLine, type Screen, UsageError } from './command.js';
import { ProgressBar } from './progress-bar.js';

/** The word for the cluster that the settings name. */
const CLUSTER = 'opensearch';

export const migrate: Command = {
  help: `Usage: sextant migrate --from PLACE --to PLACE

Copies keys, models and documents, with their vectors, from a data folder into an OpenSearch cluster, or back. A PLACE is a
data folder, or the word opensearch for the cluster that the SEXTANT_OPENSEARCH_* settings name.

Stop the services on both places first: what is written meanwhile is not copied. What is copied already is not copied again,
so a migration that was broken off continues when the command is repeated. At the end both places are counted. Nothing is
removed from the first one. Trainings that have not ended and answers to repeated requests are left out.

  sextant migrate --from ./data --to opensearch`,

  async run(words, terminal) {
    const options = { from: { type: 'string' }, to: { type: 'string' } } as const;
    const { values } = parseWords(words, { options });
    const { from, to } = values;
    if (from === undefined || to === undefined) throw new UsageError('Say from where to where: --from PLACE --to PLACE.');
    if (isSame(from, to)) throw new UsageError('Both places are the same.');
    const counts = await withPlace(from, terminal.environment, (source) =>
      withPlace(to, terminal.environment, (target) => copyWithProgress(source, target, terminal.errors)),
    );
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

export function describeCounts({ keys, models, documents }: CopyCounts): string {
  return `${documents.live} live and ${documents.test} test documents, ${models.live + models.test} models and ${keys} keys`;
}

function isSame(one: string, other: string): boolean {
  return one === CLUSTER || other === CLUSTER ? one === other : resolve(one) === resolve(other);
}

async function withPlace<T>(
  place: string,
  environment: NodeJS.ProcessEnv,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  if (place === CLUSTER) {
    const config: Config = loadConfig({ ...environment, SEXTANT_ENGINE: CLUSTER });
    return closing(await openClusterStorage(config), work);
  }
  const lock = await takeFolder(resolve(place), 'sextant migrate');
  try {
    return await closing(await openLocalStorage({ dataDir: place }), work);
  } finally {
    await lock.release();
  }
}

async function closing<T>(storage: Storage, work: (storage: Storage) => Promise<T>): Promise<T> {
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
