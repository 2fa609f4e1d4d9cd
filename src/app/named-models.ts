import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, ConfigError } from '../config.js';
import { didYouMean } from '../domain/errors/problem.js';

/**
 * Models that `sextant models pull` has downloaded. Each is a folder `models/NAME/` in the data folder, with its files and
 * `model.json`. That file is written last: without it, the download is not complete.
 */
export interface NamedModel {
  name: string;
  kind: 'language_model' | 'encoder';
  licence: string | null;
  files: readonly ModelFile[];
  /** How an encoder wants its texts; for a language model there is nothing to say. */
  encoding?: Encoding;
}

export interface ModelFile {
  name: string;
  url: string;
  /** Null where only the server of the file can tell. */
  bytes: number | null;
  sha256: string | null;
}

interface Encoding {
  pooling: 'mean' | 'cls';
  query_prefix: string;
  passage_prefix: string;
  max_tokens: number;
}

const MANIFEST = 'model.json';
const MODEL_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export function isModelName(name: string): boolean {
  return MODEL_NAME.test(name);
}

function modelsFolder(dataDir: string): string {
  return join(resolve(dataDir), 'models');
}

export function modelFolder(dataDir: string, name: string): string {
  return join(modelsFolder(dataDir), name);
}

export function manifestFile(folder: string): string {
  return join(folder, MANIFEST);
}

/** Null if there is no such model, or its download is not complete. */
export function findDownloaded(dataDir: string, name: string): NamedModel | null {
  if (!isModelName(name)) return null;
  try {
    return JSON.parse(readFileSync(manifestFile(modelFolder(dataDir, name)), 'utf8'));
  } catch {
    // Missing, or damaged: another `pull` writes it again.
    return null;
  }
}

/** In alphabetical order. */
export function listDownloaded(dataDir: string): NamedModel[] {
  const folder = modelsFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((name) => findDownloaded(dataDir, name) ?? []);
}

/** Models that are set by name, as the files and folders that they are. */
export function locateNamedModels(config: Config): Config {
  return { ...config, ...locateLanguageModel(config), ...locateEncoder(config) };
}

function locateLanguageModel({ llmUrl, llmModel, dataDir }: Config): Partial<Config> {
  if (llmModel === null || llmUrl !== null) return {};
  const { name, files } = requireDownloaded(dataDir, llmModel, 'language_model');
  return { llmModel: null, llmFile: join(modelFolder(dataDir, name), files[0].name) };
}

function locateEncoder({ embeddingUrl, embeddingModel, dataDir }: Config): Partial<Config> {
  if (embeddingModel === null || embeddingUrl !== null) return {};
  const { name, encoding } = requireDownloaded(dataDir, embeddingModel, 'encoder');
  return {
    embeddingModel: null,
    embeddingModelDir: modelFolder(dataDir, name),
    embeddingPooling: encoding?.pooling ?? 'mean',
    embeddingQueryPrefix: encoding?.query_prefix ?? '',
    embeddingPassagePrefix: encoding?.passage_prefix ?? '',
  };
}

const SETTINGS = { language_model: 'SEXTANT_LLM_MODEL', encoder: 'SEXTANT_EMBEDDING_MODEL' } as const;

function requireDownloaded(dataDir: string, name: string, kind: NamedModel['kind']): NamedModel {
  const model = findDownloaded(dataDir, name);
  if (model?.kind === kind) return model;
  if (model !== null) {
    throw new ConfigError([`${SETTINGS[kind]}: ${name} is for ${SETTINGS[model.kind]}.`]);
  }
  const names = listDownloaded(dataDir).map((downloaded) => downloaded.name);
  throw new ConfigError([
    `${SETTINGS[kind]}: there is no model "${name}" in ${modelsFolder(dataDir)}.${didYouMean(name, names)} ` +
      'Download it with `sextant models pull`, or name an API with the URL setting.',
  ]);
}
