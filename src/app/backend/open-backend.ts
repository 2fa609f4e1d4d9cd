import type { Config } from '../../config.js';
import type { Backend, BackendReports } from './backend.js';
import { openEmbeddedBackend } from './embedded-backend.js';
import { openClusterBackend } from './opensearch-backend.js';

/** What the settings ask for. Waits for a cluster that is away. */
export function openBackend(config: Config, reports: BackendReports): Promise<Backend> {
  return config.engine === 'opensearch' ? openClusterBackend(config, reports) : openEmbeddedBackend(config, reports);
}
