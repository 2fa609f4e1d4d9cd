import { resolve } from 'node:path';
import { pino } from 'pino';
import { type App, createApp } from '../app/create-app.js';
import type { Config } from '../config.js';
import { randomToken } from '../domain/document/identifier.js';
import { type FolderLock, takeFolder } from '../storage/folder-lock.js';
import { printLine, type Terminal } from './command.js';
import { withDelayNotice } from './delay-notice.js';

/** A service inside this process. */
export interface OwnService {
  url: string;
  /** May do everything. Unless it comes from the settings, it exists only in the memory of this process. */
  key: string;
  /** Finishes what runs and leaves the data folder to others. */
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const KEY_BITS = 192;

/** Serves the data folder on a free port of this machine, for one command. Rejects if another process has the folder. */
export async function startOwnService(
  config: Config,
  { terminal, interrupted }: { terminal: Terminal; interrupted: AbortSignal },
): Promise<OwnService> {
  const key = config.apiKey ?? `sk_live_${randomToken(KEY_BITS)}`;
  const lock = await takeFolder(resolve(config.dataDir), `http://${HOST}:0`);
  try {
    return await withDelayNotice(terminal.errors, 'Loading the models and the index …', async () => {
      // The limit of SEXTANT_RATE_LIMIT protects a service from its clients. Here the only one is this command. Most commands
      // ask no question, and those that do load the reader that they need.
      const settings = { ...config, apiKey: key, rateLimit: null, readers: 'on_demand' } as const;
      const app = await createApp(settings, reporting(config, terminal));
      const url = await load(app, lock, interrupted);
      return { url, key, stop: () => stop(app, lock) };
    });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Returns the URL once requests are served. */
async function load(app: App, lock: FolderLock, interrupted: AbortSignal): Promise<string> {
  try {
    const url = await app.server.listen({ host: HOST, port: 0 });
    await lock.announce(url);
    await Promise.race([app.load(), rejection(interrupted)]);
    return url;
  } catch (error) {
    await app.abandon();
    throw error;
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function stop(app: App, lock: FolderLock): Promise<void> {
  await app.stop();
  await lock.release();
}

/** Standard output belongs to the command. Unless the settings ask for more, only defects are logged. */
function reporting(config: Config, { environment, errors }: Terminal) {
  const level = environment.SEXTANT_LOG_LEVEL ? config.logLevel : 'error';
  return {
    log: pino({ level }, { write: (line: string) => errors.write(line) }),
    onFatal: (error: Error) => {
      printLine(errors, error.message);
      process.exit(1);
    },
  };
}
