import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.js';
import { failure } from '../../domain/errors/error.js';
import type { Engine } from '../../engine/engine.js';
import { documentIndexing, indexingThread } from '../../engine/opensearch/index/document-indexing.js';
import { openOpenSearchEngine } from '../../engine/opensearch/opensearch-engine.js';
import { type Cluster, openCluster } from '../../opensearch/cluster.js';
import {
  ClusterDenial,
  type ClusterFailure,
  ClusterRefusal,
  ClusterTrouble,
  isClusterFailure,
} from '../../opensearch/cluster-errors.js';
import { ClusterWatch } from '../../opensearch/cluster-watch.js';
import { documentIndexName } from '../../opensearch/document-index.js';
import { aliasOf } from '../../opensearch/indexes.js';
import {
  type OpenSearchStorage,
  type OpenSearchStorageOptions,
  openOpenSearchStorage,
} from '../../storage/opensearch/open.js';
import { indexAliases, openExistingStorage } from '../../storage/opensearch/open-existing.js';
import { type Storage, StorageOpenError } from '../../storage/storage.js';
import type { Backend, BackendReports } from './backend.js';

const RETRY_MILLISECONDS = 2000;

/** Everything in a cluster, which other instances may use as well. */
export async function openClusterBackend(config: Config, { log }: BackendReports): Promise<Backend> {
  const cluster = await connect(config);
  const thread = indexingThread();
  const indexing = documentIndexing(thread);
  const storage = await whenAvailable(() => openStorage({ cluster, indexing }), log);
  const watch = new ClusterWatch(cluster, indexAliases(cluster), (trouble) => {
    if (trouble === null) log.info('the cluster is available again');
    else log.error({ trouble }, 'the cluster is not available');
  });
  const engines: Engine[] = [];
  return {
    storage,
    async openEngine(mode) {
      const documents = storage.documents(mode);
      const engine = await openOpenSearchEngine({
        cluster,
        alias: aliasOf(cluster, documentIndexName(mode)),
        stored: documents,
        exactVectors: config.opensearchExactPassages,
      });
      documents.onCommit((changes) => engine.apply(changes));
      engines.push(engine);
      return engine;
    },
    trouble: () =>
      watch.trouble === null ? null : failure('storage_unavailable', watch.trouble, { retryAfterSeconds: 2 }),
    async close() {
      watch.stop();
      await Promise.all(engines.map((engine) => engine.close()));
      await storage.close();
      await thread.close();
      await cluster.close();
    },
  };
}

/** For commands, which don't wait for a cluster that is away. Closing the storage closes the connection, too. */
export async function openClusterStorage(config: Config): Promise<Storage> {
  return connected(config, openOpenSearchStorage);
}

/** Null if there is none in the cluster yet. Changes nothing there. */
export function openExistingClusterStorage(config: Config): Promise<Storage | null> {
  return connected(config, openExistingStorage);
}

async function connected<Opened extends Storage | null>(
  config: Config,
  open: (options: OpenSearchStorageOptions) => Promise<Opened>,
): Promise<Opened> {
  const cluster = await connect(config);
  const thread = indexingThread();
  const disconnect = () => thread.close().finally(() => cluster.close());
  let storage: Opened;
  try {
    storage = await open({ cluster, indexing: documentIndexing(thread) });
  } catch (error) {
    await disconnect();
    throw isClusterFailure(error) ? cannotOpen(error) : error;
  }
  if (storage === null) {
    await disconnect();
    return storage;
  }
  const close = storage.close.bind(storage);
  storage.close = () => close().finally(disconnect);
  return storage;
}

function cannotOpen(error: ClusterFailure): StorageOpenError {
  const message = error instanceof ClusterDenial ? error.inDetail : error.message;
  return new StorageOpenError(message, { cause: error });
}

export interface ClusterHealth {
  nodes: number;
  /** `green`: all copies of all parts are there; `yellow`: all parts are; `red`: some are not. */
  status: string;
}

/** Asks the cluster how it is, without changing anything. Rejects with the reason if it can't be asked. */
export async function examineCluster(config: Config): Promise<ClusterHealth> {
  const cluster = await connect(config);
  try {
    const { body } = await cluster.read<{ number_of_nodes: number; status: string }>({
      method: 'GET',
      path: '/_cluster/health',
    });
    return { nodes: body.number_of_nodes, status: body.status };
  } catch (error) {
    throw isClusterFailure(error) ? cannotOpen(error) : error;
  } finally {
    await cluster.close();
  }
}

function connect(config: Config): Promise<Cluster> {
  return openCluster({
    urls: (config.opensearchUrl ?? '').split(','),
    username: config.opensearchUsername,
    password: config.opensearchPassword,
    caFile: config.opensearchCaFile,
    certFile: config.opensearchCertFile,
    keyFile: config.opensearchKeyFile,
    prefix: config.opensearchPrefix,
    shards: config.opensearchShards,
    replicas: config.opensearchReplicas,
    requestMilliseconds: config.opensearchTimeout * 1000,
  });
}

async function openStorage(options: OpenSearchStorageOptions): Promise<OpenSearchStorage> {
  try {
    return await openOpenSearchStorage(options);
  } catch (error) {
    if (error instanceof ClusterRefusal || error instanceof ClusterDenial) throw cannotOpen(error);
    throw error;
  }
}

/** A cluster may start after the services in front of it, or elect its manager at this moment. */
async function whenAvailable<Result>(open: () => Promise<Result>, log: FastifyBaseLogger): Promise<Result> {
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof ClusterTrouble)) throw error;
      log.warn({ err: error }, 'waiting for the cluster');
      await pause(RETRY_MILLISECONDS);
    }
  }
}
