import type { Cluster } from './cluster.js';
import { ClusterRefusal, ClusterTrouble } from './cluster-errors.js';

export interface IndexDefinition {
  /** Without prefix and version: `documents-live`. */
  name: string;
  /** Of the mapping. It is stored with the index, in `_meta`. */
  version: number;
  /** Below `index`; the numbers of shards and replicas are set here if they are left out. */
  settings: object;
  /** `{ dynamic, properties, … }` */
  mappings: object;
}

export interface OpenedIndex {
  /** What reads and writes name. */
  alias: string;
  /** The index behind it. */
  index: string;
  /** The version of the index behind it, which may be older than the one asked for. */
  version: number;
}

/**
 * Creates the index and its alias if there is none yet. Any number of instances may do so at once: creating an index together
 * with its alias is one step for the cluster, and all but the first are told that it exists.
 */
export async function ensureIndex(cluster: Cluster, definition: IndexDefinition): Promise<OpenedIndex> {
  const alias = aliasOf(cluster, definition.name);
  let opened = await findIndex(cluster, alias);
  if (opened === null) {
    await createIndex(cluster, definition, { [alias]: { is_write_index: true } });
    opened = (await findIndex(cluster, alias)) ?? (await addAlias(cluster, definition));
  }
  if (opened.version > definition.version) {
    throw new ClusterRefusal(
      `The index ${opened.index} was written by a newer version of Sextant (format ${opened.version}; this one knows up to ` +
        `${definition.version}). Start that version, or choose another SEXTANT_OPENSEARCH_PREFIX. Nothing was changed.`,
    );
  }
  await waitUntilServed(cluster, opened.index);
  return opened;
}

/** Adds fields to an index that exists. Fields that it has already stay as they are. */
export async function addFields(cluster: Cluster, index: string, properties: object): Promise<void> {
  // The same mapping twice is the same as once: a read, as far as repeating is concerned.
  await cluster.read({ method: 'PUT', path: `/${index}/_mapping`, body: { properties } });
}

/** Makes everything that was written before visible to searches. */
export async function refresh(cluster: Cluster, index: string): Promise<void> {
  const { body } = await cluster.read<{ _shards?: { failed?: number } }>({
    method: 'POST',
    path: `/${index}/_refresh`,
  });
  if ((body._shards?.failed ?? 0) > 0) {
    throw new ClusterTrouble(
      'shards_unavailable',
      'A part of the index could not be refreshed. Check the health of the cluster (GET _cluster/health).',
    );
  }
}

/** Whether there is an index of ours behind an alias. */
export async function indexExists(cluster: Cluster, alias: string): Promise<boolean> {
  return (await findIndex(cluster, alias)) !== null;
}

export function aliasOf(cluster: Cluster, name: string): string {
  return `${cluster.prefix}-${name}`;
}

function indexOf(cluster: Cluster, { name, version }: IndexDefinition): string {
  return `${cluster.prefix}-${name}-v${version}`;
}

type Mappings = Record<string, { mappings?: { _meta?: { version?: unknown } } }>;

async function findIndex(cluster: Cluster, alias: string): Promise<OpenedIndex | null> {
  const { status, body } = await cluster.read<Mappings>({
    method: 'GET',
    path: `/${alias}/_mapping`,
    expected: [404],
  });
  if (status === 404) return null;
  const [[index, { mappings }]] = Object.entries(body);
  const version = mappings?._meta?.version;
  if (index === alias || typeof version !== 'number') {
    throw new ClusterRefusal(
      `The index ${index} was not made by Sextant. Remove it, or choose another SEXTANT_OPENSEARCH_PREFIX.`,
    );
  }
  return { alias, index, version };
}

/** Creates an index under an alias of its own, to be filled before others use it. Does nothing if it exists. */
export async function createNextIndex(cluster: Cluster, definition: IndexDefinition): Promise<OpenedIndex> {
  const index = indexOf(cluster, definition);
  const alias = `${index}-next`;
  await createIndex(cluster, definition, { [alias]: { is_write_index: true } });
  await waitUntilServed(cluster, index);
  return { alias, index, version: definition.version };
}

/** Makes the alias of an index lead to another one, in one step for everybody. */
export async function switchAlias(cluster: Cluster, { alias, index }: OpenedIndex, next: OpenedIndex): Promise<void> {
  const actions = [
    { remove: { index, alias } },
    { add: { index: next.index, alias, is_write_index: true } },
    { remove: { index: next.index, alias: next.alias } },
  ];
  await cluster.write({ method: 'POST', path: '/_aliases', body: { actions } });
}

async function createIndex(cluster: Cluster, definition: IndexDefinition, aliases: object): Promise<void> {
  const settings = {
    number_of_shards: cluster.shards,
    number_of_replicas: cluster.replicas,
    ...definition.settings,
    // An acknowledged write is on the disk of every copy.
    translog: { durability: 'request' },
  };
  try {
    await cluster.write({
      method: 'PUT',
      path: `/${indexOf(cluster, definition)}`,
      body: {
        settings: { index: settings },
        mappings: { ...definition.mappings, _meta: { version: definition.version } },
        aliases,
      },
    });
  } catch (error) {
    if (!(error instanceof ClusterRefusal)) throw error;
    if (error.type === 'resource_already_exists_exception') return;
    if (!/No handler for type \[knn_vector\]/.test(error.message)) throw error;
    throw new ClusterRefusal('OpenSearch lacks its k-NN plugin. Install it on every node.', error.type, {
      cause: error,
    });
  }
}

/** For an index whose alias somebody has removed. */
async function addAlias(cluster: Cluster, definition: IndexDefinition): Promise<OpenedIndex> {
  const alias = aliasOf(cluster, definition.name);
  const index = indexOf(cluster, definition);
  await cluster.read({
    method: 'POST',
    path: '/_aliases',
    body: { actions: [{ add: { index, alias, is_write_index: true } }] },
  });
  const opened = await findIndex(cluster, alias);
  if (opened === null) throw new ClusterTrouble('conflict', `The alias ${alias} was removed while it was added.`);
  return opened;
}

/** An index that another instance has just created may have no started shard yet. */
async function waitUntilServed(cluster: Cluster, index: string): Promise<void> {
  const { status } = await cluster.read({
    method: 'GET',
    path: `/_cluster/health/${index}`,
    query: {
      wait_for_status: 'yellow',
      timeout: `${Math.ceil(Math.min(10_000, 0.8 * cluster.requestMilliseconds))}ms`,
    },
    expected: [408],
  });
  if (status === 408) {
    throw new ClusterTrouble(
      'shards_unavailable',
      `A part of the index ${index} is not available. Check the health of the cluster (GET _cluster/health).`,
    );
  }
}
