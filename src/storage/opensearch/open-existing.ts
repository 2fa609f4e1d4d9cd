import { MODES } from '../../domain/document/document.js';
import type { Cluster } from '../../opensearch/cluster.js';
import { documentIndexName } from '../../opensearch/document-index.js';
import { aliasOf, indexExists } from '../../opensearch/indexes.js';
import { DocumentIndex } from './document-index.js';
import { OpenSearchStorage, type OpenSearchStorageOptions } from './open.js';
import { RECORDS_INDEX, Records } from './records.js';

/** Of all indexes of a storage. */
export function indexAliases(cluster: Cluster): string[] {
  return [RECORDS_INDEX, ...MODES.map(documentIndexName)].map((name) => aliasOf(cluster, name));
}

/**
 * For who only looks: creates no index, replaces none of an older version and tidies nothing up. Null if an index is missing.
 * Does not close the cluster.
 */
export async function openExistingStorage(options: OpenSearchStorageOptions): Promise<OpenSearchStorage | null> {
  const { cluster, indexing } = options;
  const existing = await Promise.all(indexAliases(cluster).map((alias) => indexExists(cluster, alias)));
  if (existing.includes(false)) return null;
  const [live, test] = await Promise.all(MODES.map((mode) => DocumentIndex.open(cluster, mode, indexing)));
  return new OpenSearchStorage(await Records.open(cluster), { live, test }, options);
}
