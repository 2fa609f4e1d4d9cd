import { availableParallelism } from 'node:os';
import { type Static, Type } from 'typebox';
import { didYouMean } from './domain/errors/did-you-mean.js';

const PREFIX = 'SEXTANT_';

/**
 * Every setting. `requestTimeout` is read from SEXTANT_REQUEST_TIMEOUT, and so on. A setting without a default is
 * off (null) unless it is given. The descriptions are the help that people see.
 */
export const SETTINGS = Type.Object({
  host: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description: 'Address to listen on; 0.0.0.0 for all of them.',
  }),
  port: Type.Integer({
    default: 8180,
    minimum: 0,
    maximum: 65_535,
    description: 'Port to listen on; 0 for a free one.',
  }),
  dataDir: Type.String({
    default: './data',
    minLength: 1,
    description: 'Folder that holds documents, keys and index.',
  }),
  apiKey: Type.Optional(
    Type.String({
      pattern: '^sk_live_[A-Za-z0-9]{24,}$',
      description: 'A live key with every scope: sk_live_ and at least 24 letters and digits.',
    }),
  ),
  logLevel: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    default: 'info',
    description: 'The least important log lines to write.',
  }),
  queryWorkers: Type.Integer({
    // One core is left to the event loop, but a search by meaning is nearly twice as fast in two threads as in one.
    default: Math.max(Math.min(2, availableParallelism()), availableParallelism() - 1),
    minimum: 1,
    maximum: 64,
    description: 'Threads that run queries.',
  }),
  requestTimeout: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 3600,
    description: 'Seconds in which the body of a request must arrive; for an import, the longest silence.',
  }),
  queryTimeout: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 3600,
    description: 'Seconds after which the work on a request that changes nothing is given up.',
  }),
  rateLimit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Requests a minute for a key that has no limit of its own.',
    }),
  ),
  llmProvider: Type.Enum(['auto', 'none'], {
    default: 'auto',
    description: 'none leaves language models out; auto takes the one of the settings below, or the bundled one.',
  }),
  llmUrl: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s]+$',
      description:
        'An OpenAI-compatible API to write with, up to where /chat/completions follows: https://api.example.com/v1.',
    }),
  ),
  llmApiKey: Type.Optional(Type.String({ description: 'The key for that API.' })),
  llmModel: Type.Optional(Type.String({ description: "The model's name at that API." })),
  llmFile: Type.Optional(
    Type.String({ description: 'A GGUF file to write with on this machine; `sextant llm pull URL` fetches one.' }),
  ),
  llmThreads: Type.Integer({
    default: Math.min(8, availableParallelism()),
    minimum: 1,
    maximum: 256,
    description: 'Threads that a language model on this machine uses, at a lower priority than everything else.',
  }),
  llmContextTokens: Type.Optional(
    Type.Integer({
      minimum: 512,
      maximum: 1_000_000,
      description: 'Tokens that a request and its answer may have together; 8192 for an API, at most 8192 for a file.',
    }),
  ),
  llmTimeout: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3600,
      description:
        'Seconds that a language model may take for one text, waiting included; 120 for an API, 300 for a file.',
    }),
  ),
  llmConcurrency: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 64,
      description: 'Texts that a language model writes at once; 8 for an API, 1 for a file.',
    }),
  ),
  llmQueue: Type.Integer({
    default: 16,
    minimum: 0,
    maximum: 1000,
    description: 'Requests that may wait for the language model.',
  }),
  embeddingThreads: Type.Integer({
    default: Math.min(4, availableParallelism()),
    minimum: 1,
    maximum: 64,
    description: 'Threads that embed texts, 200 MB of memory each.',
  }),
  embeddingModelDir: Type.Optional(
    Type.String({
      description: 'Folder with model.onnx and tokenizer.json, to embed with instead of the bundled encoders.',
    }),
  ),
  embeddingPooling: Type.Enum(['mean', 'cls'], {
    default: 'mean',
    description: 'How that model makes one vector of those of the tokens, if it does not do so itself.',
  }),
  embeddingQueryPrefix: Type.String({ default: '', description: 'Put before queries, as "query: " for E5.' }),
  embeddingPassagePrefix: Type.String({ default: '', description: 'Put before passages, as "passage: " for E5.' }),
  embeddingUrl: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s]+$',
      description:
        'An OpenAI-compatible API to embed with, up to where /embeddings follows: https://api.example.com/v1.',
    }),
  ),
  embeddingApiKey: Type.Optional(Type.String({ description: 'The key for that API.' })),
  embeddingModel: Type.Optional(Type.String({ description: "The model's name at that API." })),
  embeddingDimensions: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 8192,
      description: 'Length of its vectors; asked for at the start if not given.',
    }),
  ),
});

type Given = Static<typeof SETTINGS>;
export type Config = {
  [Name in keyof Given]-?: object extends Pick<Given, Name> ? Exclude<Given[Name], undefined> | null : Given[Name];
};

/** All that is wrong with the settings, one line each. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`Some settings can't be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

interface SettingRule {
  type?: string;
  default?: string | number;
  description?: string;
  enum?: readonly string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
}

export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const rules = Object.entries<SettingRule>(SETTINGS.properties);
  const problems = unknownSettings(environment);
  const values: Record<string, string | number | null> = {};
  for (const [name, rule] of rules) {
    const written = environment[settingName(name)];
    const value = written === undefined || written === '' ? (rule.default ?? null) : readSetting(written, rule);
    if (value !== null && typeof value === 'object') problems.push(`${settingName(name)} ${value.problem}`);
    else values[name] = value;
  }
  problems.push(...contradictions(values));
  if (problems.length > 0) throw new ConfigError(problems);
  return values as Config;
}

function contradictions(values: Partial<Config>): string[] {
  return [...embeddingContradictions(values), ...languageModelContradictions(values)];
}

function languageModelContradictions({ llmProvider, llmUrl, llmModel, llmFile }: Partial<Config>): string[] {
  const problems: string[] = [];
  if (llmUrl && !llmModel) problems.push('SEXTANT_LLM_URL needs SEXTANT_LLM_MODEL beside it.');
  if (llmModel && !llmUrl) problems.push('SEXTANT_LLM_MODEL needs SEXTANT_LLM_URL beside it.');
  if (llmUrl && llmFile) problems.push('SEXTANT_LLM_URL and SEXTANT_LLM_FILE exclude each other. Set one of them.');
  if (llmProvider === 'none' && (llmUrl || llmFile)) {
    problems.push('SEXTANT_LLM_PROVIDER=none excludes SEXTANT_LLM_URL and SEXTANT_LLM_FILE. Set one of them.');
  }
  return problems;
}

function embeddingContradictions({ embeddingModelDir, embeddingUrl, embeddingModel }: Partial<Config>): string[] {
  const problems: string[] = [];
  if (embeddingModelDir && embeddingUrl) {
    problems.push('SEXTANT_EMBEDDING_MODEL_DIR and SEXTANT_EMBEDDING_URL exclude each other. Set one of them.');
  }
  if (embeddingUrl && !embeddingModel) problems.push('SEXTANT_EMBEDDING_URL needs SEXTANT_EMBEDDING_MODEL beside it.');
  if (embeddingModel && !embeddingUrl) problems.push('SEXTANT_EMBEDDING_MODEL needs SEXTANT_EMBEDDING_URL beside it.');
  return problems;
}

/** `requestTimeout` → `SEXTANT_REQUEST_TIMEOUT` */
export function settingName(property: string): string {
  return PREFIX + property.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

function unknownSettings(environment: NodeJS.ProcessEnv): string[] {
  const known = Object.keys(SETTINGS.properties).map(settingName);
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => `${name} is not a setting.${didYouMean(name, known) || ` There are ${known.join(', ')}.`}`);
}

function readSetting(written: string, rule: SettingRule): string | number | { problem: string } {
  if (rule.type === 'integer') return readInteger(written, rule);
  if (rule.enum !== undefined && !rule.enum.includes(written)) {
    return { problem: `must be one of ${rule.enum.join(', ')}, not "${written}".${didYouMean(written, rule.enum)}` };
  }
  // What was written is not repeated: it may be or hold a secret.
  if (rule.pattern !== undefined && !new RegExp(rule.pattern).test(written)) {
    return { problem: `does not have the right form. ${rule.description}` };
  }
  return written;
}

function readInteger(written: string, rule: SettingRule): number | { problem: string } {
  const value = /^\d{1,15}$/.test(written) ? Number(written) : Number.NaN;
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = rule;
  if (value >= minimum && value <= maximum) return value;
  return { problem: `must be a whole number from ${minimum} to ${maximum}, not "${written}".` };
}
