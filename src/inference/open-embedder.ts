import { resolve } from 'node:path';
import type { KnownEncoder } from '../domain/document/vectors.js';
import { CachingEmbedder } from './caching-embedder.js';
import type { Embedder } from './embedder.js';
import { openBundledEmbedder } from './onnx/bundled-embedder.js';
import { openDirectoryEmbedder } from './onnx/directory-model.js';
import type { Pooling } from './onnx/encoder.js';
import { openEndpointEmbedder } from './openai/endpoint-embedder.js';

const ENDPOINT_TIMEOUT_MILLISECONDS = 30_000;
const ENDPOINT_PAUSE_MILLISECONDS = 500;

/** The settings of config.ts that are about embedding. */
export interface EmbeddingConfig {
  embeddingThreads: number;
  embeddingModelDir: string | null;
  embeddingPooling: Pooling;
  embeddingQueryPrefix: string;
  embeddingPassagePrefix: string;
  embeddingUrl: string | null;
  embeddingApiKey: string | null;
  embeddingModel: string | null;
  embeddingDimensions: number | null;
}

/** Opens the encoder that the settings name and resolves when it is ready. `onFailure` is told why a model failed. */
export async function openEmbedder(config: EmbeddingConfig, onFailure: (error: Error) => void): Promise<Embedder> {
  return new CachingEmbedder(await openByConfig(config, onFailure));
}

/** The encoder as it is remembered. The key of an API is none of it. */
export function knownEncoder(config: EmbeddingConfig, space: string): KnownEncoder {
  const { embeddingModelDir, embeddingPooling, embeddingQueryPrefix, embeddingPassagePrefix } = config;
  const { embeddingUrl, embeddingModel, embeddingDimensions } = config;
  const settings = {
    embeddingModelDir: embeddingModelDir === null ? null : resolve(embeddingModelDir),
    embeddingPooling,
    embeddingQueryPrefix,
    embeddingPassagePrefix,
    embeddingUrl,
    embeddingModel,
    embeddingDimensions,
  };
  return { space, settings };
}

/** Opens an encoder that was in use before. Rejects where it is gone, does not answer, or makes other vectors by now. */
export async function openKnownEncoder(
  { space, settings }: KnownEncoder,
  current: EmbeddingConfig,
  onFailure: (error: Error) => void,
): Promise<Embedder> {
  const config = { ...current, ...(settings as Partial<EmbeddingConfig>) };
  // The key that is set now is for the API that is set now, and must not be sent to another one.
  const embeddingApiKey = hostOf(config) === hostOf(current) ? current.embeddingApiKey : null;
  // Two encoders are in memory at once, and most of the work is the other one's.
  const embeddingThreads = Math.ceil(current.embeddingThreads / 2);
  const embedder = await openEmbedder({ ...config, embeddingApiKey, embeddingThreads }, onFailure);
  try {
    if (embedder.space !== space) throw new Error(`It makes vectors of ${embedder.space} now.`);
    await embedder.embed([{ text: 'Is anyone there?', language: null, kind: 'query' }]);
    return embedder;
  } catch (error) {
    await embedder.close();
    throw error;
  }
}

function hostOf({ embeddingUrl }: EmbeddingConfig): string | null {
  return embeddingUrl === null ? null : new URL(embeddingUrl).origin;
}

function openByConfig(config: EmbeddingConfig, onFailure: (error: Error) => void): Promise<Embedder> {
  const prefixes = { query: config.embeddingQueryPrefix, passage: config.embeddingPassagePrefix };
  const threads = config.embeddingThreads;
  if (config.embeddingModelDir !== null) {
    const settings = { folder: config.embeddingModelDir, pooling: config.embeddingPooling, prefixes };
    return openDirectoryEmbedder(settings, { threads, onFailure });
  }
  if (config.embeddingUrl === null || config.embeddingModel === null)
    return openBundledEmbedder({ threads, onFailure });
  return openEndpointEmbedder({
    url: config.embeddingUrl,
    apiKey: config.embeddingApiKey,
    model: config.embeddingModel,
    dimensions: config.embeddingDimensions,
    prefixes,
    timeoutMilliseconds: ENDPOINT_TIMEOUT_MILLISECONDS,
    pauseMilliseconds: ENDPOINT_PAUSE_MILLISECONDS,
    onFailure,
  });
}
