import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddingConfig, knownEncoder, openEmbedder, openKnownEncoder } from './open-embedder.js';

let server: Server;
let keys: (string | undefined)[];
let config: EmbeddingConfig;

beforeEach(async () => {
  keys = [];
  server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    response.end(JSON.stringify({ data: [{ embedding: [1, 2] }] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  config = {
    embeddingThreads: 1,
    embeddingModelDir: null,
    embeddingPooling: 'mean',
    embeddingQueryPrefix: '',
    embeddingPassagePrefix: '',
    embeddingUrl: `http://127.0.0.1:${port}/v1`,
    embeddingApiKey: 'secret',
    embeddingModel: 'm',
    embeddingDimensions: 2,
  };
});
afterEach(() => {
  server.close();
});

const ignore = () => undefined;
const remembered = () => knownEncoder(config, 'm-2');

describe('an encoder that was in use before', () => {
  it('is remembered without its key', () => {
    expect(remembered()).toMatchObject({ space: 'm-2', settings: { embeddingModel: 'm', embeddingModelDir: null } });
    expect(JSON.stringify(remembered())).not.toContain('secret');
    const inFolder = knownEncoder({ ...config, embeddingModelDir: 'models/mine' }, 'mine');
    expect(inFolder.settings.embeddingModelDir).toMatch(/^\/.*models\/mine$/);
  });

  it('is opened again, with the key that is set now if that is for the same API', async () => {
    const current = { ...config, embeddingModel: 'another', embeddingDimensions: 7, embeddingApiKey: 'newer' };
    const embedder = await openKnownEncoder(remembered(), current, ignore);
    expect(embedder.space).toBe('m-2');
    expect(keys).toEqual(['Bearer newer']);
    await openKnownEncoder(remembered(), { ...current, embeddingUrl: 'http://127.0.0.1:1/v1' }, ignore);
    expect(keys).toEqual(['Bearer newer', undefined]);
  });

  it('is refused where it makes other vectors by now, or none', async () => {
    const other = { ...remembered(), space: 'm-3' };
    await expect(openKnownEncoder(other, config, ignore)).rejects.toThrow('It makes vectors of m-2 now.');
    const wider = { ...remembered(), space: 'm-3', settings: { ...remembered().settings, embeddingDimensions: 3 } };
    await expect(openKnownEncoder(wider, config, ignore)).rejects.toThrow('a vector of 2 numbers');
  });

  it('is one of the bundled ones where no other is set', async () => {
    const bundled = { ...config, embeddingUrl: null, embeddingModel: null, embeddingDimensions: null };
    const embedder = await openEmbedder(bundled, ignore);
    const again = await openKnownEncoder(knownEncoder(bundled, embedder.space), config, ignore);
    expect(again.space).toBe(embedder.space);
    await Promise.all([embedder.close(), again.close()]);
  });
});
