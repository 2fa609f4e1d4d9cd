import type { Embedder } from './embedder.js';
import { openBundledEmbedder } from './onnx/bundled-embedder.js';
import { openDirectoryEmbedder } from './onnx/directory-model.js';
import type { Pooling } from './onnx/encoder-model.js';
import { openEndpointEmbedder } from './openai/endpoint-embedder.js';
import { RememberingEmbedder } from './remembering-embedder.js';

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
  return new RememberingEmbedder(await openByConfig(config, onFailure));
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
