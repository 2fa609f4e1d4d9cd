import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, loadConfig } from '../config.js';
import { explainedFolderFailure } from '../start-failure.js';
import { storeFile } from '../storage/data-folder.js';
import { FolderInUseError, readFolderLock } from '../storage/folder-lock.js';
import { CommandError, INTERRUPTED_EXIT_CODE, Interrupted, type Terminal } from './command.js';
import { withDelayNotice } from './delay-notice.js';
import {
  checkOptions,
  checkTarget,
  defaultUrl,
  namedService,
  type ServiceOptions,
  type ServiceTarget,
} from './service-target.js';

/** What a command needs of a service. */
export interface ServiceNeeds {
  /** What the command line says: --url and --key. */
  values: ServiceOptions;
  terminal: Terminal;
  /** What to do where no service runs and nothing is stored yet: a command that only reads has nothing to read. */
  emptyFolder: 'create' | 'refuse';
}

/** A service for as long as a command runs. */
export interface UsedService {
  target: ServiceTarget;
  /** The same in a later run of the command: its URL, or the data folder if this process serves it. */
  place: string;
  /** Aborts on Ctrl-C and SIGTERM. The work should end soon; a second signal ends the process at once. */
  interrupted: AbortSignal;
}

/**
 * Runs `work` with a service: the one of --url or SEXTANT_URL; or the one that runs on SEXTANT_HOST and SEXTANT_PORT, or on the data folder;
 * or, if there is none, one inside this process, which needs no key and stops when the work is done.
 */
export async function withService<T>(needs: ServiceNeeds, work: (service: UsedService) => Promise<T>): Promise<T> {
  const { signal: interrupted, ignore } = listenForInterruption();
  try {
    const { stop, ...found } = await findService(needs, interrupted);
    try {
      await checkTarget(found.target);
      return await work({ ...found, interrupted });
    } finally {
      await stop();
    }
  } catch (error) {
    throw interrupted.aborted ? new Interrupted() : error;
  } finally {
    ignore();
  }
}

type FoundService = Omit<UsedService, 'interrupted'> & { stop(): Promise<void> };

async function findService(needs: ServiceNeeds, interrupted: AbortSignal): Promise<FoundService> {
  const { terminal } = needs;
  const config = loadConfig(terminal.environment);
  const { url: named, key = config.apiKey } = checkOptions(namedService(needs.values, config));
  const running = named === undefined ? await runningService(config) : { url: named };
  if (running === null) return ownService({ ...needs, config, key }, interrupted);
  const { url } = running;
  const target = { url, key: key ?? missingKey(running) };
  await untilReady(url, terminal, interrupted);
  return { target, place: url, stop: async () => {} };
}

interface OwnServiceNeeds extends ServiceNeeds {
  config: Config;
  key: string | null;
}

/** A key that was named is used here too, so that it limits what the command can do. */
async function ownService(
  { config, key, emptyFolder, terminal }: OwnServiceNeeds,
  interrupted: AbortSignal,
): Promise<FoundService> {
  if (emptyFolder === 'refuse' && config.engine === 'embedded' && !existsSync(storeFile(config.dataDir))) {
    throw new CommandError(
      `There are no documents in ${config.dataDir}, and no service runs at ${defaultUrl(config)}. Add documents with ` +
        '`sextant import PATH`, set SEXTANT_DATA_DIR to another folder, or use --url for a service elsewhere.',
    );
  }
  // Loaded on demand: a command that talks to a running service does not need the modules of one.
  const { startOwnService } = await import('./own-service.js');
  // A command that only reads embeds one text at a time. Every further thread would have to load the models, too.
  const embeddingThreads = emptyFolder === 'refuse' ? 1 : config.embeddingThreads;
  const service = await startOwnService({ ...config, embeddingThreads }, { terminal, interrupted }).catch((error) => {
    throw error instanceof FolderInUseError ? busyFolder(error) : explainedFolderFailure(error, config.dataDir);
  });
  const target = { url: service.url, key: key ?? service.key };
  return { target, place: resolve(config.dataDir), stop: service.stop };
}

function busyFolder({ folder, holder }: FolderInUseError): CommandError {
  return new CommandError(
    `The data folder ${folder} is in use by process ${holder.pid}, which does not answer. Wait until it has ended, stop it, or ` +
      'set SEXTANT_DATA_DIR to another folder.',
  );
}

/** A process that serves the data folder at a URL that the settings don't name may be a command like this one, which ends soon. */
function missingKey({ url, process: other }: RunningService): never {
  const place = other === undefined ? `The service at ${url}` : `Process ${other} serves the data folder at ${url} and`;
  const otherwise =
    other === undefined
      ? 'Without a running service, no key is needed.'
      : 'Once that process has ended, no key is needed.';
  throw new CommandError(
    `${place} needs an API key: use --key KEY or SEXTANT_API_KEY. Create one with \`sextant keys create --name NAME\`. ${otherwise}`,
  );
}

/** Longer than a busy service takes to answer. Where nothing listens, the system says so at once. */
const PROBE_MILLISECONDS = 3000;

interface RunningService {
  url: string;
  /** The process, where the service was found by its lock on the data folder. */
  process?: number;
}

/** The service that these settings lead to; null if none runs. */
async function runningService(config: Config): Promise<RunningService | null> {
  // With port 0 a service chooses its port itself, and announces it in the data folder.
  if (config.port !== 0 && (await isService(defaultUrl(config)))) return { url: defaultUrl(config) };
  const holder = await readFolderLock(resolve(config.dataDir));
  return holder !== null && (await isService(holder.url)) ? { url: holder.url, process: holder.pid } : null;
}

/** Another program may listen on the port. */
async function isService(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(PROBE_MILLISECONDS) });
    const { object }: { object?: unknown } = JSON.parse(await response.text());
    return object === 'health';
  } catch {
    return false;
  }
}

const READY_POLL_MILLISECONDS = 100;

/** Waits for a service that is still starting. Other trouble is reported by the first request. */
function untilReady(url: string, { errors }: Terminal, interrupted: AbortSignal): Promise<void> {
  return withDelayNotice(errors, `Waiting for the service at ${url} to load …`, async () => {
    while (await isStarting(url)) await sleep(READY_POLL_MILLISECONDS, undefined, { signal: interrupted });
  });
}

async function isStarting(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_MILLISECONDS) });
    const { error }: { error?: { code?: unknown } } = JSON.parse(await response.text());
    return error?.code === 'starting';
  } catch {
    return false;
  }
}

function listenForInterruption(): { signal: AbortSignal; ignore(): void } {
  const interruption = new AbortController();
  const interrupt = () => {
    if (interruption.signal.aborted) process.exit(INTERRUPTED_EXIT_CODE);
    interruption.abort();
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.on(name, interrupt);
  return {
    signal: interruption.signal,
    ignore() {
      for (const name of signals) process.off(name, interrupt);
    },
  };
}
