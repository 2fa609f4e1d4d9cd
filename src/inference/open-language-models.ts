import { basename, resolve } from 'node:path';
import { BoundedLanguageModel } from './bounded-language-model.js';
import { ModelFilesError } from './embedder.js';
import type { LanguageModel, LanguageModels } from './language-model.js';
import { BUNDLED_HANDLING, BUNDLED_LANGUAGE_MODEL, hasBundledLanguageModel } from './llama/bundled-language-model.js';
import { hasLlamaLibrary } from './llama/llama-library.js';
import { LocalLanguageModel } from './llama/local-language-model.js';
import { USUAL_HANDLING } from './llama/writer-messages.js';
import { EndpointLanguageModel } from './openai/endpoint-language-model.js';

/** The settings of config.ts that are about language models. */
export interface LanguageModelConfig {
  llmProvider: 'auto' | 'none';
  llmUrl: string | null;
  llmApiKey: string | null;
  llmModel: string | null;
  llmFile: string | null;
  llmThreads: number;
  llmContextTokens: number | null;
  llmTimeout: number | null;
  llmConcurrency: number | null;
  llmQueue: number;
}

type OnFailure = (error: Error) => void;

const ENDPOINT_PAUSE_MILLISECONDS = 500;
/** What is usual for an API, and for a model on this machine, which has a few cores and is slow. */
const USUAL = {
  endpoint: { atOnce: 8, seconds: 120 },
  local: { atOnce: 1, seconds: 300 },
} as const;
const DEFAULT_CONTEXT_TOKENS = 8192;

/**
 * Opens the models that the settings name. `onFailure` is told why a model failed. The bundled model follows
 * instructions, but what it writes is not good enough to stand for what documents say: that takes a model of the
 * operator's choice.
 */
export async function openLanguageModels(config: LanguageModelConfig, onFailure: OnFailure): Promise<LanguageModels> {
  const own = await openOwn(config, onFailure);
  return { instructions: own ?? openBundled(config, onFailure), writing: own };
}

export async function closeLanguageModels({ instructions, writing }: LanguageModels): Promise<void> {
  await Promise.all([...new Set([instructions, writing])].map((model) => model?.close()));
}

/** How long one text may take, whichever model writes it. */
export function longestGenerationSeconds({ llmTimeout }: Pick<LanguageModelConfig, 'llmTimeout'>): number {
  return llmTimeout ?? Math.max(USUAL.endpoint.seconds, USUAL.local.seconds);
}

export type LanguageModelSource = 'endpoint' | 'file' | 'bundled' | 'none';

/** Where the language model comes from, by the settings and by what is installed. */
export function languageModelSource(config: LanguageModelConfig): LanguageModelSource {
  if (config.llmUrl !== null) return 'endpoint';
  if (config.llmFile !== null) return 'file';
  const bundled = config.llmProvider === 'auto' && hasBundledLanguageModel() && canRunLocalModels();
  return bundled ? 'bundled' : 'none';
}

/** Whether the library that models on this machine need is installed. */
export function canRunLocalModels(): boolean {
  return hasLlamaLibrary();
}

async function openOwn(config: LanguageModelConfig, onFailure: OnFailure): Promise<LanguageModel | null> {
  if (config.llmFile !== null) return openFile(config.llmFile, config, onFailure);
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
  return bounded(model, config, 'endpoint');
}

/** Resolves when the model is loaded: a file that can't be used is told at the start, not by the first request. */
async function openFile(file: string, config: LanguageModelConfig, onFailure: OnFailure): Promise<LanguageModel> {
  const model = new LocalLanguageModel({
    name: basename(file).replace(/\.gguf$/i, ''),
    file: resolve(file),
    threads: config.llmThreads,
    contextTokens: config.llmContextTokens ?? DEFAULT_CONTEXT_TOKENS,
    handling: USUAL_HANDLING,
    atOnce: config.llmConcurrency ?? USUAL.local.atOnce,
    gpu: 'auto',
    onFailure,
  });
  await model.load().catch((error) => {
    throw new ModelFilesError(`The language model ${file} of SEXTANT_LLM_FILE can't be loaded: ${error.message}`);
  });
  return bounded(model, config, 'local');
}

/** Loaded with the first request: whoever never asks it anything has its memory for other things. */
function openBundled(config: LanguageModelConfig, onFailure: OnFailure): LanguageModel | null {
  if (languageModelSource(config) !== 'bundled') return null;
  const { name, file, contextTokens } = BUNDLED_LANGUAGE_MODEL;
  const atOnce = config.llmConcurrency ?? USUAL.local.atOnce;
  const model = new LocalLanguageModel({
    name,
    file,
    threads: config.llmThreads,
    contextTokens: Math.min(contextTokens, config.llmContextTokens ?? contextTokens),
    handling: BUNDLED_HANDLING,
    atOnce,
    gpu: 'off',
    onFailure,
  });
  return bounded(model, config, 'local');
}

function bounded(model: LanguageModel, config: LanguageModelConfig, kind: keyof typeof USUAL): LanguageModel {
  return new BoundedLanguageModel(model, {
    atOnce: config.llmConcurrency ?? USUAL[kind].atOnce,
    waiting: config.llmQueue,
    milliseconds: (config.llmTimeout ?? USUAL[kind].seconds) * 1000,
  });
}
