import { resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.js';
import type { TypedServer } from '../http/routes/route.js';
import { buildServer } from '../http/server.js';
import { Lifecycle } from '../http/services.js';
import { longestGenerationSeconds } from '../inference/open-language-models.js';
import { RunningImports } from '../operations/activity/running-imports.js';
import { activitySources } from '../operations/activity/service-activities.js';
import { oldestKept } from '../operations/idempotent-write.js';
import { KeyUses } from '../operations/keys/key-uses.js';
import { keyAuthenticator } from '../operations/keys/keys.js';
import { RequestMutex } from '../operations/request-mutex.js';
import { QueryLog } from '../operations/search/query-log.js';
import { Statistics } from '../operations/statistics/statistics.js';
import { spoolFolder, statisticsFolder } from '../storage/data-folder.js';
import type { Storage } from '../storage/storage.js';
import { openBackend } from './backend/open-backend.js';
import { Collections } from './collections.js';
import { DocumentMaps } from './document-maps.js';
import { Encoders } from './encoders.js';
import { openFileServices } from './file-services.js';
import { Learning } from './learning.js';
import { locateNamedModels } from './named-models.js';
import { ServiceLevels } from './service-levels.js';
import { TextServices } from './text-services/text-services.js';

/** The service, put together. Only `backend/` names the implementations of engine and storage. */
export interface App {
  server: TypedServer;
  storage: Storage;
  /** Models and index are loading already. Requests are served once it resolves; until then only /healthz and /readyz answer. */
  load(): Promise<void>;
  /** For a start that failed, just before the process ends: models can't be cut off while they load, an index can. */
  abandon(): Promise<void>;
  /** Refuses what is new, finishes what runs, and closes everything. */
  stop(): Promise<void>;
}

const EXPIRY_INTERVAL_MILLISECONDS = 60 * 60 * 1000;
const IDLE_CHECK_MILLISECONDS = 50;

/** `onFatal` is told when a part is gone without which the service can't go on. */
export async function createApp(
  settings: Config,
  { log, onFatal }: { log: FastifyBaseLogger; onFatal: (error: Error) => void },
): Promise<App> {
  const config = locateNamedModels(settings);
  const backend = await openBackend(config, { log, onFatal });
  const { storage } = backend;
  const lifecycle = new Lifecycle();
  const textServices = new TextServices(config, log);
  const requestMilliseconds = generationMilliseconds(config);
  const encoders = new Encoders(config, { storage, log, requestMilliseconds });
  const collections = new Collections(backend);
  const learning = new Learning(config, storage, { log, collections, encoders });
  const files = await openFileServices(config);
  const maps = new DocumentMaps(config, log);
  const expiry = forgetOldAnswers(storage, log);
  const queryLog = openQueryLog(config, storage, log);
  const statistics = openStatistics(config, collections, log);
  const imports = new RunningImports();
  const keyUses = new KeyUses({
    keys: () => storage.keys,
    now: Date.now,
    onLoss: (error) => log.warn({ err: error }, 'the use of a key could not be noted'),
  });
  const bodyMilliseconds = config.requestTimeout * 1000;
  // Models and index load in threads of their own while this one prepares the routes. Who waits for them is told if that fails.
  const loading = Promise.all([textServices.load(), encoders.load(), collections.load()]);
  loading.catch(() => undefined);
  const server = await buildServer({
    services: {
      lifecycle,
      trouble: () => backend.trouble(),
      authenticate: keyAuthenticator({
        keys: storage.keys,
        operatorKey: config.apiKey,
        now: Date.now,
        onUse: keyUses.note,
      }),
      keys: () => storage.keys,
      keyUses: () => keyUses,
      collection: (mode) => collections.of(mode),
      models: (mode) => storage.models(mode),
      learning: () => learning,
      files: () => files,
      map: (mode) => maps.of(mode),
      idempotency: { storage: storage.idempotency, mutex: new RequestMutex(storage.claims) },
      queryLog,
      statistics,
      imports,
      activities: activitySources({
        imports,
        training: () => learning.training,
        reembedding: () => encoders.reembeddingProgress(),
        engine: (mode) => collections.of(mode).engine,
        map: (mode) => maps.of(mode),
      }),
      operations: () => ({ ...textServices.services(), ...encoders.services() }),
      reembedding: () => encoders.reembeddingProgress(),
      silenceMilliseconds: bodyMilliseconds,
      spoolFolder: spoolFolder(resolve(config.dataDir)),
    },
    log,
    bodyMilliseconds,
    workMilliseconds: config.queryTimeout * 1000,
    generationMilliseconds: requestMilliseconds,
    rateLimit: config.rateLimit,
    mcpOrigins: config.mcpOrigins?.split(',') ?? [],
  });
  return {
    server,
    storage,
    async load() {
      await loading;
      await learning.training.start();
      lifecycle.serve();
      queryLog.start();
      await statistics.start();
      encoders.beginReembedding(collections.all(), textServices.services().split);
    },
    async abandon() {
      await Promise.all([encoders.close(), textServices.close()]);
    },
    async stop() {
      lifecycle.stop();
      clearInterval(expiry);
      await learning.close();
      files.reader.close();
      await closeServer(server);
      await queryLog.close();
      await keyUses.flush();
      await statistics.close();
      await maps.close();
      await encoders.close();
      await textServices.close();
      await collections.settle();
      await backend.close();
    },
  };
}

/** A request may search, and have one text written for the next: each has its own time-out, and those answer better. */
function generationMilliseconds(config: Config): number {
  return (config.queryTimeout + 2 * longestGenerationSeconds(config) + 1) * 1000;
}

/**
 * Resolves when the last request has been answered. Clients keep connections open for a next request, which there will
 * not be: those that fall idle meanwhile are closed, or each would be waited for.
 */
async function closeServer(server: TypedServer): Promise<void> {
  const closing = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_MILLISECONDS);
  try {
    await server.close();
  } finally {
    clearInterval(closing);
  }
}

function openQueryLog(config: Config, storage: Storage, log: FastifyBaseLogger): QueryLog {
  return new QueryLog({
    storage: (mode) => storage.queryLog(mode),
    retentionDays: config.queryLog === 'on' ? config.queryLogRetention : 0,
    now: Date.now,
    onLoss: (error, searches) => log.warn({ err: error, searches }, 'the query log could not be written'),
    onFull: (mode) => log.warn({ mode }, 'the query log is full for today: further queries are not counted'),
  });
}

function openStatistics({ dataDir }: Config, collections: Collections, log: FastifyBaseLogger): Statistics {
  const folder = resolve(dataDir);
  return new Statistics({
    folder: statisticsFolder(folder),
    levels: new ServiceLevels(folder, collections),
    now: Date.now,
    onLoss: (error) => log.warn({ err: error }, 'the history of the figures could not be kept'),
  });
}

function forgetOldAnswers(storage: Storage, log: FastifyBaseLogger): NodeJS.Timeout {
  const forget = () => {
    storage.idempotency.expire(oldestKept(Date.now())).catch((error) => log.warn({ err: error }, 'expiry failed'));
  };
  return setInterval(forget, EXPIRY_INTERVAL_MILLISECONDS).unref();
}
