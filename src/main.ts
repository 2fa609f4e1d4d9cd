import { resolve } from 'node:path';
import { type Logger, pino } from 'pino';
import { type App, createApp } from './app/create-app.js';
import { type Config, loadConfig } from './config.js';
import { SCOPES } from './domain/caller.js';
import { buildWaitingServer } from './http/waiting-server.js';
import { createKey } from './operations/keys/keys.js';
import { explainedStartFailure } from './start-failure.js';
import { type FolderLock, takeFolder } from './storage/folder-lock.js';
import { fullDiskHint, isFullDisk } from './storage/full-disk.js';
import { StorageWriteError } from './storage/storage.js';

/** The time limit of a stop. Work that is still running then is cut off. */
const STOP_MILLISECONDS = 10_000;
/** Connections are cut a little earlier, so that the index can still be saved. */
const DRAIN_MILLISECONDS = 7_000;

/** Starts the service and keeps it running until a signal stops it. Rejects if it can't be started. */
export async function runService(environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  const config = loadConfig(environment);
  const log = pino({ level: config.logLevel });
  const folder = resolve(config.dataDir);
  try {
    const lock = await takeFolder(folder, `http://${config.host}:${config.port}`);
    await start(config, log, lock).catch(async (error) => {
      await lock.release();
      throw error;
    });
  } catch (error) {
    if (!isFullDisk(error)) throw explainedStartFailure(error, config);
    throw new StorageWriteError(`The service cannot be started: ${error.message}.${await fullDiskHint(folder)}`);
  }
}

async function start(config: Config, log: Logger, lock: FolderLock): Promise<void> {
  let app: App | null = null;
  const onFatal = () => (app === null ? process.exit(1) : void shutDown(app, { log, lock, exitCode: 1 }));
  app = await whenPutTogether(config, log, () => createApp(config, { log, onFatal }));
  stopOnSignals(app, log, lock);
  try {
    await serve(app, config, lock);
  } catch (error) {
    await app.abandon();
    throw error;
  }
  log.info({ data_dir: resolve(config.dataDir) }, 'ready');
}

/** A cluster may be away for long: probes are answered meanwhile. The data folder is there or it isn't. */
async function whenPutTogether(config: Config, log: Logger, putTogether: () => Promise<App>): Promise<App> {
  if (config.engine === 'embedded') return putTogether();
  const waiting = buildWaitingServer(log);
  await waiting.listen({ host: config.host, port: config.port });
  try {
    return await putTogether();
  } finally {
    await waiting.close();
  }
}

async function serve(app: App, config: Config, lock: FolderLock): Promise<void> {
  // Listen before loading, so that /healthz and /readyz answer while the index loads.
  const url = await app.server.listen({ host: config.host, port: config.port });
  await lock.announce(url);
  await app.load();
  const firstKey = config.apiKey === null ? await makeFirstKey(app) : null;
  printBanner(url, { firstKey, key: firstKey ?? (config.apiKey === null ? 'YOUR_KEY' : '$SEXTANT_API_KEY') });
}

/** Creates a key with every scope if there is none yet. It is shown once and never again. */
async function makeFirstKey({ storage }: App): Promise<string | null> {
  if ((await storage.keys.list()).length > 0) return null;
  const { secret } = await createKey(storage.keys, { name: 'first key', scopes: SCOPES }, Date.now());
  return secret;
}

function printBanner(url: string, { firstKey, key }: { firstKey: string | null; key: string }): void {
  const lines = [
    '',
    `  Sextant listens on ${url}`,
    ...(firstKey === null ? [] : ['', `  Your first API key, shown only once: ${firstKey}`]),
    '',
    // The part after # stays in the browser: it is in no request and in no log.
    `  Console: ${url}/console/${firstKey === null ? '' : `#key=${firstKey}`}`,
    '',
    '  Try it:',
    `    curl -s ${url}/v20241104/documents -H "X-API-Key: ${key}" -H 'Content-Type: application/json' \\`,
    `      -d '{"title": "How tides work", "tenant_id": "library", "content": "The Moon pulls the oceans."}'`,
    '',
  ];
  // Not on stdout, which holds the log as one JSON object per line.
  process.stderr.write(`${lines.join('\n')}\n`);
}

function stopOnSignals(app: App, log: Logger, lock: FolderLock): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      log.info({ signal }, 'stopping');
      shutDown(app, { log, lock, exitCode: 0 });
    });
  }
}

async function shutDown(
  app: App,
  { log, lock, exitCode }: { log: Logger; lock: FolderLock; exitCode: number },
): Promise<void> {
  setTimeout(() => app.server.server.closeAllConnections(), DRAIN_MILLISECONDS).unref();
  setTimeout(() => process.exit(1), STOP_MILLISECONDS).unref();
  try {
    await app.stop();
    await lock.release();
    log.info('stopped');
    process.exit(exitCode);
  } catch (error) {
    log.error({ err: error }, 'could not stop cleanly');
    process.exit(1);
  }
}
