import type { TypedServer } from '../routes/route.js';
import { registerV20241104, VERSION as V20241104 } from '../routes/v20241104/index.js';
import type { Services } from '../services.js';

export interface ApiVersion {
  version: string;
  status: 'latest' | 'deprecated';
  register(server: TypedServer, services: Services): void;
}

/** Every version that is served, the latest first. A new one is a new folder under routes/ and a line here. */
export const API_VERSIONS: readonly ApiVersion[] = [
  { version: V20241104, status: 'latest', register: registerV20241104 },
];
