import { createHash } from 'node:crypto';
import { it } from 'vitest';

const { SEXTANT_ENGINE, SEXTANT_OPENSEARCH_URL } = process.env;

/** The tests run on the engine that SEXTANT_ENGINE names, like the service itself; a cluster is named by SEXTANT_OPENSEARCH_URL. */
export const ENGINE = SEXTANT_ENGINE === 'opensearch' ? 'opensearch' : 'embedded';

/** Every law of these tests that does not hold on a cluster, and why. */
const ON_EMBEDDED_ALONE = {
  'index files': 'A cluster keeps its index itself: there are no files that we could find damaged.',
  'store file': 'The store of a cluster is no file in the data folder.',
  'folder lock':
    'Any number of services share a cluster, so restoring can not tell whether one runs; it needs an empty place.',
  'forced restore': 'Replacing what several services may be using is left to who removes its indexes.',
} as const;

/** `it`, for a law that holds on the embedded engine alone. */
export function onEmbedded(_law: keyof typeof ON_EMBEDDED_ALONE): typeof it.skip {
  return it.skipIf(ENGINE !== 'embedded');
}

/** Each data folder stands for a place of its own in the cluster: who goes on with the folder finds the documents again. */
export function engineSettings(dataFolder: string | undefined): Record<string, string> {
  if (ENGINE === 'embedded' || dataFolder === undefined) return {};
  if (SEXTANT_OPENSEARCH_URL === undefined)
    throw new Error('SEXTANT_ENGINE=opensearch also needs SEXTANT_OPENSEARCH_URL.');
  return {
    SEXTANT_ENGINE: ENGINE,
    SEXTANT_OPENSEARCH_URL,
    SEXTANT_OPENSEARCH_PREFIX: prefixOf(dataFolder),
    SEXTANT_OPENSEARCH_REPLICAS: '0',
  };
}

/** Removes what a data folder stands for in the cluster. */
export async function removeFromCluster(dataFolder: string): Promise<void> {
  if (ENGINE === 'embedded') return;
  const [node] = SEXTANT_OPENSEARCH_URL!.split(',');
  const listed = await fetch(`${node}/_cat/indices/${prefixOf(dataFolder)}-*?format=json&h=index`);
  for (const { index } of (await listed.json()) as { index: string }[]) {
    await fetch(`${node}/${index}`, { method: 'DELETE' });
  }
}

function prefixOf(dataFolder: string): string {
  return `test-${createHash('sha1').update(dataFolder).digest('hex').slice(0, 16)}`;
}
