import { NotFoundError, SextantError } from './errors.js';
import type { operations } from './generated/openapi.js';
import type { CallOptions, SextantOptions, WriteOptions } from './options.js';
import { randomId } from './random-id.js';
import { type HttpRequest, type RawResponse, Transport } from './transport.js';

type OperationId = keyof operations;

interface Endpoint {
  method: HttpRequest['method'];
  /** Within the version of the API, or of the service as a whole if `isGlobal`. */
  path: string;
  isGlobal?: true;
  /** Repeating the request without an idempotency key would write twice. */
  takesKey?: true;
  /** The `object` that it deletes: after that, it is found no more. */
  deletes?: string;
  /** A language model may write for minutes, and a large body may take as long. */
  isSlow?: true;
}

const USUAL_MILLISECONDS = 120_000;
/** The fetch of Node gives up after five minutes, without saying that it was the time. */
const SLOW_MILLISECONDS = 290_000;

/**
 * Every operation of the API by its operationId in openapi.json. A new endpoint is a row here and a method of `Sextant`; the
 * compiler complains about operations without a row, and a test about those without a method.
 */
const ENDPOINTS: Record<OperationId, Endpoint> = {
  addDocument: { method: 'POST', path: '/documents', takesKey: true },
  getDocument: { method: 'GET', path: '/documents/{id}' },
  updateDocument: { method: 'POST', path: '/documents/{id}', takesKey: true },
  deleteDocument: { method: 'DELETE', path: '/documents/{id}', deletes: 'document' },
  browseDocuments: { method: 'POST', path: '/documents/browse' },
  importDocuments: { method: 'POST', path: '/documents/import', takesKey: true, isSlow: true },
  importFile: { method: 'POST', path: '/documents/import/file', takesKey: true, isSlow: true },
  getDocumentPassages: { method: 'GET', path: '/documents/{id}/passages' },
  getMetadataSchema: { method: 'GET', path: '/documents/metadata-schema' },
  search: { method: 'POST', path: '/search' },
  multiSearch: { method: 'POST', path: '/multi-search' },
  browseQueryLog: { method: 'POST', path: '/query-log/browse' },
  addSynonym: { method: 'POST', path: '/synonyms', takesKey: true },
  getSynonym: { method: 'GET', path: '/synonyms/{id}' },
  updateSynonym: { method: 'POST', path: '/synonyms/{id}', takesKey: true },
  deleteSynonym: { method: 'DELETE', path: '/synonyms/{id}', deletes: 'synonym' },
  browseSynonyms: { method: 'POST', path: '/synonyms/browse' },
  addCuration: { method: 'POST', path: '/curations', takesKey: true },
  getCuration: { method: 'GET', path: '/curations/{id}' },
  updateCuration: { method: 'POST', path: '/curations/{id}', takesKey: true },
  deleteCuration: { method: 'DELETE', path: '/curations/{id}', deletes: 'curation' },
  browseCurations: { method: 'POST', path: '/curations/browse' },
  retrievePassages: { method: 'POST', path: '/retrieve' },
  filterDocuments: { method: 'POST', path: '/filter' },
  autoSuggest: { method: 'POST', path: '/auto-suggest' },
  findSimilar: { method: 'POST', path: '/find-similar' },
  findDuplicate: { method: 'POST', path: '/find-duplicate' },
  mapDocuments: { method: 'POST', path: '/map' },
  generateAnswer: { method: 'POST', path: '/generate-answer', isSlow: true },
  invokeLlm: { method: 'POST', path: '/invoke-llm', isSlow: true },
  summarize: { method: 'POST', path: '/summarize', isSlow: true },
  analyzeSentiment: { method: 'POST', path: '/analyze-sentiment' },
  categorize: { method: 'POST', path: '/categorize', isSlow: true },
  createModel: { method: 'POST', path: '/models', takesKey: true },
  listModels: { method: 'GET', path: '/models' },
  getModel: { method: 'GET', path: '/models/{id}' },
  updateModel: { method: 'POST', path: '/models/{id}', takesKey: true },
  deleteModel: { method: 'DELETE', path: '/models/{id}', deletes: 'model' },
  createModelVersion: { method: 'POST', path: '/models/{id}/versions', takesKey: true, isSlow: true },
  getModelVersion: { method: 'GET', path: '/models/{id}/versions/{version}' },
  cancelModelVersion: { method: 'POST', path: '/models/{id}/versions/{version}/cancel' },
  previewModelExamples: { method: 'POST', path: '/models/{id}/preview', isSlow: true },
  deleteModelVersion: { method: 'DELETE', path: '/models/{id}/versions/{version}', deletes: 'model_version' },
  classify: { method: 'POST', path: '/classify' },
  predict: { method: 'POST', path: '/predict' },
  getCurrentKey: { method: 'GET', path: '/keys/current' },
  createKey: { method: 'POST', path: '/keys', takesKey: true },
  browseKeys: { method: 'POST', path: '/keys/browse' },
  getKey: { method: 'GET', path: '/keys/{id}' },
  rotateKey: { method: 'POST', path: '/keys/{id}/rotate', takesKey: true },
  revokeKey: { method: 'DELETE', path: '/keys/{id}' },
  browseStatistics: { method: 'POST', path: '/statistics/browse' },
  listActivities: { method: 'GET', path: '/activity' },
  listVersions: { method: 'GET', path: '/versions', isGlobal: true },
  getHealth: { method: 'GET', path: '/healthz', isGlobal: true },
  getReadiness: { method: 'GET', path: '/readyz', isGlobal: true },
  getMetrics: { method: 'GET', path: '/metrics', isGlobal: true },
};

/** The JSON body of a successful response. */
type ResultOf<Id extends OperationId> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Result } } };
}
  ? Result
  : never;

/** The JSON body of a request; `unknown` if it has none. */
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** A request as it is sent, with a path of the whole service: `/v20241104/search`. */
export interface RawRequest extends Pick<HttpRequest, 'path' | 'headers' | 'body'> {
  method?: HttpRequest['method'];
}

export interface JsonCall<Id extends OperationId> {
  /** The parameters of the path. */
  params?: Record<string, string>;
  body?: BodyOf<Id>;
}

interface RawCall {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: HttpRequest['body'];
  contentType?: string;
}

/** The operations of the API, over a transport. */
export class Api {
  readonly #transport: Transport;
  readonly #version: string;
  readonly #livemode: boolean;

  constructor(options: SextantOptions) {
    this.#transport = new Transport(options);
    this.#livemode = options.key.startsWith('sk_live_');
    this.#version = options.version ?? 'v20241104';
  }

  /** JSON in, JSON out. */
  async call<Id extends OperationId>(
    id: Id,
    { params, body }: JsonCall<Id>,
    options: WriteOptions = {},
  ): Promise<ResultOf<Id>> {
    const request = this.#requestOf(id, { params, ...asJson(body) }, options);
    try {
      return await this.#transport.send(request, options, readJson<ResultOf<Id>>);
    } catch (error) {
      const { deletes } = ENDPOINTS[id];
      if (deletes === undefined || !isGone(error)) throw error;
      return this.#deleted(deletes, request.path, params) as ResultOf<Id>;
    }
  }

  /** Any body in, any response out. */
  async send<Result>(
    id: OperationId,
    call: RawCall,
    options: WriteOptions,
    read: (response: Response, chunks: AsyncGenerator<Uint8Array>) => Promise<Result>,
  ): Promise<Result> {
    return this.#transport.send(this.#requestOf(id, call, options), options, read);
  }

  /** JSON in, a stream out. */
  async stream<Id extends OperationId>(
    id: Id,
    body: BodyOf<Id>,
    options: WriteOptions,
  ): Promise<AsyncGenerator<Uint8Array>> {
    return this.#transport.stream(this.#requestOf(id, asJson(body), options), options);
  }

  /** Anything in, anything out. */
  exchange(request: RawRequest, options: CallOptions): Promise<RawResponse> {
    return this.#transport.exchange({ method: 'GET', usualMilliseconds: SLOW_MILLISECONDS, ...request }, options);
  }

  /** The description of this version of the API. */
  async description(options: CallOptions): Promise<unknown> {
    const path = `/${this.#version}/openapi.json`;
    const request: HttpRequest = { method: 'GET', path, usualMilliseconds: USUAL_MILLISECONDS };
    return this.#transport.send(request, options, readJson);
  }

  /** What the service has answered, or would have. */
  #deleted(object: string, url: string, params: Record<string, string> = {}): object {
    const llm_tokens = { llm_output_tokens: 0, llm_input_tokens: 0, model: null };
    const token_usage = { semantic_tokens: 0, llm_tokens };
    return { ...params, deleted: true, object, url, token_usage, livemode: this.#livemode };
  }

  #requestOf(
    id: OperationId,
    { params = {}, query = {}, body, contentType }: RawCall,
    options: WriteOptions,
  ): HttpRequest {
    const { method, path, isGlobal, takesKey, isSlow } = ENDPOINTS[id];
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(name, params[name]));
    return {
      method,
      path: `${isGlobal ? '' : `/${this.#version}`}${filled}${queryString(query)}`,
      headers: {
        ...(contentType !== undefined && { 'Content-Type': contentType }),
        // Made once: all attempts of the request share it.
        ...(takesKey && { 'Idempotency-Key': options.idempotencyKey ?? randomId() }),
      },
      body,
      usualMilliseconds: isSlow ? SLOW_MILLISECONDS : USUAL_MILLISECONDS,
    };
  }
}

/** Whether a repeated request finds nothing to delete any more: an attempt whose answer was lost has deleted it. */
function isGone(error: unknown): boolean {
  if (!(error instanceof NotFoundError) || !error.mayBeDone) return false;
  return error.code !== 'path_not_found' && error.code !== 'version_not_found';
}

/** Refuses what would make the path that of another endpoint: nothing, and dots, which are steps even if they are encoded. */
function pathSegment(name: string, value: string | undefined): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
    throw new TypeError(`${name} must be the name of something, not ${JSON.stringify(value)}.`);
  }
  return encodeURIComponent(value);
}

function queryString(query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function asJson(body: unknown): Pick<RawCall, 'body' | 'contentType'> {
  return body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' };
}

export async function readJson<Result>(response: Response): Promise<Result> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    const { status } = response;
    throw new SextantError(
      'The response is not JSON: is this the address of Sextant?',
      { status, code: 'unexpected_response' },
      error,
    );
  }
}
