import { availableParallelism } from 'node:os';
import { didYouMean } from './domain/errors/problem.js';
import { type SettingRule, Type, type ValuesOf } from './setting-types.js';

const PREFIX = 'SEXTANT_';
/** About what the one node of `bench/cluster.ts`, with two cores, compares in half a second. */
const EXACT_PASSAGES = 500_000;

/**
 * Every setting. `requestTimeout` is read from SEXTANT_REQUEST_TIMEOUT, and so on. A setting without a default is
 * off (null) unless it is given. The descriptions are the help that people see.
 */
export const SETTINGS = {
  host: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description: 'Address to listen on; 0.0.0.0 for all addresses.',
  }),
  port: Type.Integer({
    default: 8180,
    minimum: 0,
    maximum: 65_535,
    description: 'Port to listen on; 0 for any free port.',
  }),
  dataDir: Type.String({
    default: './data',
    minLength: 1,
    description: 'Folder for documents, keys and index.',
  }),
  apiKey: Type.Optional(
    Type.String({
      pattern: '^sk_live_[A-Za-z0-9]{24,}$',
      description: 'A live API key with every scope: sk_live_ and at least 24 letters or digits.',
    }),
  ),
  url: Type.Optional(
    Type.String({
      pattern: '^https?://\\S+$',
      description:
        'The service that commands and the Python client talk to: http://127.0.0.1:8180. Serving ignores it.',
    }),
  ),
  engine: Type.Enum(['embedded', 'opensearch'], {
    default: 'embedded',
    description:
      'Where documents are kept and searched: embedded, in the data folder, or opensearch, in the cluster of SEXTANT_OPENSEARCH_URL.',
  }),
  opensearchUrl: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s,]+(,https?://[^\\s,]+)*$',
      description: 'Addresses of the nodes of an OpenSearch cluster, with commas between them.',
    }),
  ),
  opensearchUsername: Type.Optional(Type.String({ description: 'The user name for the cluster.' })),
  opensearchPassword: Type.Optional(Type.String({ description: 'The password for the cluster.' })),
  opensearchCaFile: Type.Optional(
    Type.String({ description: 'The certificate (PEM) of the authority that signed those of the nodes.' }),
  ),
  opensearchCertFile: Type.Optional(
    Type.String({ description: 'A client certificate (PEM) to identify with, instead of a password.' }),
  ),
  opensearchKeyFile: Type.Optional(Type.String({ description: 'The private key (PEM) of that certificate.' })),
  opensearchPrefix: Type.String({
    default: 'sextant',
    pattern: '^[a-z][a-z0-9-]{0,62}$',
    description: 'What the names of all indexes begin with: lower-case letters, digits and hyphens.',
  }),
  opensearchShards: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 1024,
    description: 'Parts that a new index of documents is divided into. An index keeps what it was made with.',
  }),
  opensearchReplicas: Type.Integer({
    default: 1,
    minimum: 0,
    maximum: 20,
    description: 'Further copies of each part of a new index, each on another node.',
  }),
  opensearchTimeout: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 3600,
    description: 'Time limit in seconds for a request to the cluster.',
  }),
  opensearchExactPassages: Type.Integer({
    default: EXACT_PASSAGES,
    minimum: 0,
    maximum: 1_000_000_000,
    description:
      'Up to so many passages, meaning is compared with all of them, and totals are exact. Beyond, a nearest-neighbour index finds them.',
  }),
  logLevel: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    default: 'info',
    description: 'Minimum level of log lines to write.',
  }),
  queryWorkers: Type.Integer({
    // Leaves one core to the event loop, but at least two threads: semantic search is nearly twice as fast with two.
    default: Math.max(Math.min(2, availableParallelism()), availableParallelism() - 1),
    minimum: 1,
    maximum: 64,
    description: 'Threads that run queries.',
  }),
  requestTimeout: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 3600,
    description: 'Seconds within which the body of a request must arrive; for an import, the longest pause.',
  }),
  uploadLimit: Type.Integer({
    default: 100,
    minimum: 1,
    maximum: 1024,
    description: 'The largest file that can be uploaded to be read, in MiB.',
  }),
  queryTimeout: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 3600,
    description: 'Time limit in seconds for requests that do not write.',
  }),
  readers: Type.Enum(['ahead', 'on_demand'], {
    default: 'ahead',
    description:
      'When the model that reads passages for an answer is loaded: ahead, soon after the start, or on_demand, by the first question.',
  }),
  answerReadingTime: Type.Integer({
    default: 300,
    minimum: 20,
    maximum: 10_000,
    description: 'Milliseconds that an answer may read passages for. More time reads more of them.',
  }),
  rateLimit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Requests per minute for keys without a limit of their own.',
    }),
  ),
  queryLog: Type.Enum(['on', 'off'], {
    default: 'on',
    description: 'Whether to count what is searched for. off also removes what was counted.',
  }),
  queryLogRetention: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 365,
    description: 'Days that the query log goes back.',
  }),
  map: Type.Enum(['on', 'off'], {
    default: 'on',
    description: 'Whether to make a map of the documents when someone asks for it.',
  }),
  mapDocuments: Type.Integer({
    default: 100_000,
    minimum: 100,
    maximum: 1_000_000,
    description: 'Most documents on the map; of more, an even sample is shown. Each takes about 1 KB of memory.',
  }),
  mcpOrigins: Type.Optional(
    Type.String({
      pattern: '^[^\\s,/]+(,[^\\s,/]+)*$',
      description:
        'Host names of web pages that may use /mcp, with commas between them. Pages on this machine may, and so may all clients that ' +
        'are not web pages.',
    }),
  ),
  llmProvider: Type.Enum(['auto', 'none'], {
    default: 'auto',
    description:
      'none disables language models; auto uses the one configured below, or else the bundled one, a demonstration that ' +
      'serves invoke-llm alone.',
  }),
  llmUrl: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s]+$',
      description:
        'Base URL of an OpenAI-compatible API for text generation, without /chat/completions: https://api.example.com/v1.',
    }),
  ),
  llmApiKey: Type.Optional(Type.String({ description: 'The API key for SEXTANT_LLM_URL.' })),
  llmModel: Type.Optional(
    Type.String({
      description: 'The name of the model at SEXTANT_LLM_URL, or without a URL of one from `sextant models pull NAME`.',
    }),
  ),
  llmFile: Type.Optional(
    Type.String({
      description: 'A GGUF file to generate text with on this machine.',
    }),
  ),
  llmThreads: Type.Integer({
    default: Math.min(8, availableParallelism()),
    minimum: 1,
    maximum: 256,
    description:
      'Most threads for a language model on this machine: as many are used as cores are free, at low priority.',
  }),
  llmContextTokens: Type.Optional(
    Type.Integer({
      minimum: 512,
      maximum: 1_000_000,
      description:
        'Maximum tokens of a request and its answer together. Default: 8192 for an API, at most 8192 for a file.',
    }),
  ),
  llmTimeout: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3600,
      description:
        'Time limit in seconds for one generated text, including waiting. Default: 120 for an API, 300 for a file.',
    }),
  ),
  llmConcurrency: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 64,
      description: 'Texts that a language model generates in parallel. Default: 8 for an API, 1 for a file.',
    }),
  ),
  llmQueue: Type.Integer({
    default: 16,
    minimum: 0,
    maximum: 1000,
    description: 'Maximum number of requests waiting for the language model.',
  }),
  embeddingThreads: Type.Integer({
    default: Math.min(4, availableParallelism()),
    minimum: 1,
    maximum: 64,
    description: 'Threads for embedding texts; each takes 290 MB of memory.',
  }),
  embeddingModelDir: Type.Optional(
    Type.String({
      description: 'Folder with model.onnx and tokenizer.json, to use instead of the bundled encoders.',
    }),
  ),
  embeddingPooling: Type.Enum(['mean', 'cls'], {
    default: 'mean',
    description: 'How to pool the token vectors of that model, if it does not do so itself.',
  }),
  embeddingQueryPrefix: Type.String({
    default: '',
    description: 'Text to put before queries, such as "query: " for E5.',
  }),
  embeddingPassagePrefix: Type.String({
    default: '',
    description: 'Text to put before passages, such as "passage: " for E5.',
  }),
  embeddingUrl: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s]+$',
      description:
        'Base URL of an OpenAI-compatible API for embeddings, without /embeddings: https://api.example.com/v1.',
    }),
  ),
  embeddingApiKey: Type.Optional(Type.String({ description: 'The API key for SEXTANT_EMBEDDING_URL.' })),
  embeddingModel: Type.Optional(
    Type.String({
      description:
        'The name of the model at SEXTANT_EMBEDDING_URL, or without a URL of an encoder from `sextant models pull NAME`.',
    }),
  ),
  embeddingDimensions: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 8192,
      description: 'Number of dimensions of its vectors. Default: found out at the start.',
    }),
  ),
};

export type Config = ValuesOf<typeof SETTINGS>;

/** All problems of the settings, one line each. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`Some settings are invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const rules = Object.entries<SettingRule>(SETTINGS);
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
  return [...clusterContradictions(values), ...embeddingContradictions(values), ...languageModelContradictions(values)];
}

function clusterContradictions(values: Partial<Config>): string[] {
  const { engine, opensearchUrl, opensearchUsername, opensearchPassword, opensearchCertFile, opensearchKeyFile } =
    values;
  const problems: string[] = [];
  if (engine === 'opensearch' && !opensearchUrl) {
    problems.push('SEXTANT_ENGINE=opensearch also needs SEXTANT_OPENSEARCH_URL.');
  }
  if (engine === 'embedded' && opensearchUrl) {
    problems.push('SEXTANT_OPENSEARCH_URL also needs SEXTANT_ENGINE=opensearch.');
  }
  if (!opensearchUsername !== !opensearchPassword) {
    problems.push('Set both SEXTANT_OPENSEARCH_USERNAME and SEXTANT_OPENSEARCH_PASSWORD, or neither.');
  }
  if (!opensearchCertFile !== !opensearchKeyFile) {
    problems.push('Set both SEXTANT_OPENSEARCH_CERT_FILE and SEXTANT_OPENSEARCH_KEY_FILE, or neither.');
  }
  return problems;
}

function languageModelContradictions({ llmProvider, llmUrl, llmModel, llmFile }: Partial<Config>): string[] {
  const problems: string[] = [];
  if (llmUrl && !llmModel) problems.push('SEXTANT_LLM_URL also needs SEXTANT_LLM_MODEL.');
  if (llmModel && llmFile) problems.push('Set either SEXTANT_LLM_MODEL or SEXTANT_LLM_FILE, not both.');
  if (llmUrl && llmFile) problems.push('Set either SEXTANT_LLM_URL or SEXTANT_LLM_FILE, not both.');
  if (llmProvider === 'none' && (llmUrl || llmModel || llmFile)) {
    problems.push("SEXTANT_LLM_PROVIDER=none can't be combined with SEXTANT_LLM_URL, _MODEL or _FILE.");
  }
  return problems;
}

function embeddingContradictions({ embeddingModelDir, embeddingUrl, embeddingModel }: Partial<Config>): string[] {
  const problems: string[] = [];
  if (embeddingModelDir && embeddingUrl) {
    problems.push('Set either SEXTANT_EMBEDDING_MODEL_DIR or SEXTANT_EMBEDDING_URL, not both.');
  }
  if (embeddingUrl && !embeddingModel) problems.push('SEXTANT_EMBEDDING_URL also needs SEXTANT_EMBEDDING_MODEL.');
  if (embeddingModel && embeddingModelDir) {
    problems.push('Set either SEXTANT_EMBEDDING_MODEL or SEXTANT_EMBEDDING_MODEL_DIR, not both.');
  }
  return problems;
}

/** `requestTimeout` → `SEXTANT_REQUEST_TIMEOUT` */
export function settingName(property: string): string {
  return PREFIX + property.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

function unknownSettings(environment: NodeJS.ProcessEnv): string[] {
  const known = Object.keys(SETTINGS).map(settingName);
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => `${name} is not a setting.${didYouMean(name, known) || ` The settings are ${known.join(', ')}.`}`);
}

function readSetting(written: string, rule: SettingRule): string | number | { problem: string } {
  if (rule.type === 'integer') return readInteger(written, rule);
  if (rule.enum !== undefined && !rule.enum.includes(written)) {
    return { problem: `must be one of ${rule.enum.join(', ')}, not "${written}".${didYouMean(written, rule.enum)}` };
  }
  // The value is not repeated, because it may contain a secret.
  if (rule.pattern !== undefined && !new RegExp(rule.pattern).test(written)) {
    return { problem: `has the wrong format. ${rule.description}` };
  }
  return written;
}

function readInteger(written: string, rule: SettingRule): number | { problem: string } {
  const value = /^\d{1,15}$/.test(written) ? Number(written) : Number.NaN;
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = rule;
  if (value >= minimum && value <= maximum) return value;
  return { problem: `must be an integer from ${minimum} to ${maximum}, not "${written}".` };
}
