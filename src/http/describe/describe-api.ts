import { pino } from 'pino';
import { API_VERSIONS } from '../routes/versions.js';
import { buildServer } from '../server.js';
import { Lifecycle, type Services } from '../services.js';
import { type ApiDescription, describeVersion } from './openapi.js';

/** The description of the latest version, made without storage or engine: nothing is ever asked of this server. */
export async function describeApi(): Promise<ApiDescription> {
  const server = await buildServer({
    services: NO_SERVICES,
    log: pino({ level: 'silent' }),
    bodyMilliseconds: 1000,
    workMilliseconds: 1000,
    generationMilliseconds: 1000,
    rateLimit: null,
  });
  const description = describeVersion(server.swagger(), API_VERSIONS[0].version);
  await server.close();
  return description;
}

const unavailable = (): never => {
  throw new Error('This server only describes itself.');
};

const NO_SERVICES: Services = {
  lifecycle: new Lifecycle(),
  authenticate: () => null,
  collection: unavailable,
  models: unavailable,
  learning: unavailable,
  idempotency: { get: unavailable, put: unavailable, putChunk: unavailable, chunks: unavailable, expire: unavailable },
  operations: unavailable,
  reembedding: () => null,
  silenceMilliseconds: 1000,
  spoolFolder: '',
};
