import type { Config } from '../../config.js';
import type { Backend, BackendReports } from './backend.js';
import { openEmbeddedBackend } from './embedded-backend.js';

/** What the settings ask for. Waits for a cluster that is away. */
export async function openBackend(config: Config, reports: BackendReports): Promise<Backend> {
  if (config.engine === 'embedded') return openEmbeddedBackend(config, reports);
  const { openClusterBackend } = await clusterBackend();
  return openClusterBackend(config, reports);
}

/** Loaded on demand: the client of a cluster takes a third of a second, which nobody without one should spend. */
export function clusterBackend() {
  return import('./opensearch-backend.js');
}
