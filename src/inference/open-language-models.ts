import { BoundedLanguageModel } from './bounded-language-model.js';
import type { LanguageModel, LanguageModels } from './language-model.js';
import { EndpointLanguageModel } from './openai/endpoint-language-model.js';

/** The settings of config.ts that are about language models. */
export interface LanguageModelConfig {
  llmProvider: 'auto' | 'none';
  llmUrl: string | null;
  llmApiKey: string | null;
  llmModel: string | null;
  llmContextTokens: number | null;
  llmTimeout: number;
  llmConcurrency: number | null;
  llmQueue: number;
}

const ENDPOINT_PAUSE_MILLISECONDS = 500;
const ENDPOINT_CONCURRENCY = 8;
const DEFAULT_CONTEXT_TOKENS = 8192;

/** Opens the models that the settings name. `onFailure` is told why a model failed. */
export async function openLanguageModels(
  config: LanguageModelConfig,
  onFailure: (error: Error) => void,
): Promise<LanguageModels> {
  const own = openOwn(config, onFailure);
  return { instructions: own, writing: own };
}

export async function closeLanguageModels({ instructions, writing }: LanguageModels): Promise<void> {
  await Promise.all([...new Set([instructions, writing])].map((model) => model?.close()));
}

function openOwn(config: LanguageModelConfig, onFailure: (error: Error) => void): LanguageModel | null {
  const { llmUrl, llmModel, llmApiKey, llmContextTokens } = config;
  if (llmUrl === null || llmModel === null) return null;
  const model = new EndpointLanguageModel({
    url: llmUrl,
    apiKey: llmApiKey,
    model: llmModel,
    contextTokens: llmContextTokens ?? DEFAULT_CONTEXT_TOKENS,
    pauseMilliseconds: ENDPOINT_PAUSE_MILLISECONDS,
    onFailure,
  });
  return bounded(model, config, ENDPOINT_CONCURRENCY);
}

function bounded(model: LanguageModel, config: LanguageModelConfig, defaultConcurrency: number): LanguageModel {
  return new BoundedLanguageModel(model, {
    atOnce: config.llmConcurrency ?? defaultConcurrency,
    waiting: config.llmQueue,
    milliseconds: config.llmTimeout * 1000,
  });
}
