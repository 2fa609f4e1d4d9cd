import { Api, type RawRequest } from './api.js';
import { Documents } from './documents.js';
import { type AnswerStreamEvent, answerEvents } from './events.js';
import type {
  ActivityList,
  AnalyzeSentimentRequest,
  AnalyzeSentimentResult,
  AutoSuggestRequest,
  AutoSuggestResult,
  BrowseStatisticsRequest,
  BrowseStatisticsResult,
  CategorizeRequest,
  CategorizeResult,
  ClassifyRequest,
  ClassifyResult,
  DocumentMap,
  FindDuplicateRequest,
  FindDuplicateResult,
  FindSimilarRequest,
  FindSimilarResult,
  GenerateAnswerRequest,
  GenerateAnswerResult,
  Health,
  InvokeLlmRequest,
  InvokeLlmResult,
  ListVersionsResult,
  MapDocumentsRequest,
  MultiSearchRequest,
  MultiSearchResult,
  PredictRequest,
  PredictResult,
  Readiness,
  RelatedDocument,
  RetrievePassagesRequest,
  RetrievePassagesResult,
  SearchHit,
  SearchRequest,
  SearchResult,
  SummarizeRequest,
  SummarizeResult,
} from './generated/openapi.js';
import { Keys } from './keys.js';
import { Listing, SCORED_WINDOW } from './listing.js';
import { Models } from './models.js';
import type { CallOptions, SextantOptions } from './options.js';
import { QueryLog } from './query-log.js';
import { Curations, Synonyms } from './search-rules.js';
import type { RawResponse } from './transport.js';

/** A question. Whether the answer is streamed is the choice of a method. */
export type AnswerRequest = Omit<GenerateAnswerRequest, 'stream'>;

/**
 * A client of one Sextant service with one API key.
 *
 * @example const client = new Sextant({ url: 'http://127.0.0.1:8180', key: 'sk_live_…' });
 */
export class Sextant {
  readonly documents: Documents;
  readonly models: Models;
  readonly synonyms: Synonyms;
  readonly curations: Curations;
  readonly queryLog: QueryLog;
  readonly keys: Keys;
  readonly #api: Api;

  constructor(options: SextantOptions) {
    this.#api = new Api(options);
    this.documents = new Documents(this.#api);
    this.models = new Models(this.#api);
    this.synonyms = new Synonyms(this.#api);
    this.curations = new Curations(this.#api);
    this.queryLog = new QueryLog(this.#api);
    this.keys = new Keys(this.#api);
  }

  /** One page of the documents that match a query by words, by meaning or by both, best first. */
  search(request: SearchRequest, options?: CallOptions): Promise<SearchResult> {
    return this.#api.call('search', { body: request }, options);
  }

  /** All hits of a search, up to the 10,000th. `limit` is the size of a page. */
  searchAll(request: SearchRequest, options?: CallOptions): Listing<SearchHit, SearchResult> {
    return new Listing((page) => this.search({ ...request, ...page }, options), request, SCORED_WINDOW);
  }

  /** Up to 20 searches in one request. Each is answered for itself: by a result, or by the error that it would have got. */
  multiSearch(request: MultiSearchRequest, options?: CallOptions): Promise<MultiSearchResult> {
    return this.#api.call('multiSearch', { body: request }, options);
  }

  /** Documents whose titles complete what is being typed. */
  suggest(request: AutoSuggestRequest, options?: CallOptions): Promise<AutoSuggestResult> {
    return this.#api.call('autoSuggest', { body: request }, options);
  }

  /** The passages that are closest to a query, for example as context for a language model. */
  retrieve(request: RetrievePassagesRequest, options?: CallOptions): Promise<RetrievePassagesResult> {
    return this.#api.call('retrievePassages', { body: request }, options);
  }

  findSimilar(request: FindSimilarRequest, options?: CallOptions): Promise<FindSimilarResult> {
    return this.#api.call('findSimilar', { body: request }, options);
  }

  findSimilarAll(request: FindSimilarRequest, options?: CallOptions): Listing<RelatedDocument, FindSimilarResult> {
    return new Listing((page) => this.findSimilar({ ...request, ...page }, options), request, SCORED_WINDOW);
  }

  findDuplicate(request: FindDuplicateRequest, options?: CallOptions): Promise<FindDuplicateResult> {
    return this.#api.call('findDuplicate', { body: request }, options);
  }

  /** All documents as points in a plane, those with similar meaning near each other. While `state` is `computing`, ask again. */
  map(request: MapDocumentsRequest = {}, options?: CallOptions): Promise<DocumentMap> {
    return this.#api.call('mapDocuments', { body: request }, options);
  }

  findDuplicateAll(
    request: FindDuplicateRequest,
    options?: CallOptions,
  ): Listing<RelatedDocument, FindDuplicateResult> {
    return new Listing((page) => this.findDuplicate({ ...request, ...page }, options), request, SCORED_WINDOW);
  }

  /** An answer to a question, from the documents, with its sources. */
  answer(request: AnswerRequest, options?: CallOptions): Promise<GenerateAnswerResult> {
    return this.#api.call('generateAnswer', { body: { ...request, stream: false } }, options);
  }

  /**
   * The answer while it is written: `sources`, any number of `delta`, then `done` with the whole response. Stopping early, by
   * `break` or the signal, also stops the service.
   */
  async *answerStream(
    request: AnswerRequest,
    options: CallOptions = {},
  ): AsyncGenerator<AnswerStreamEvent, void, void> {
    const chunks = await this.#api.stream('generateAnswer', { ...request, stream: true }, options);
    for await (const event of answerEvents(chunks)) {
      // Some events may have arrived together with the last one.
      options.signal?.throwIfAborted();
      yield event;
    }
  }

  /** A text that the language model writes by an instruction. */
  invokeLlm(request: InvokeLlmRequest, options?: CallOptions): Promise<InvokeLlmResult> {
    return this.#api.call('invokeLlm', { body: request }, options);
  }

  summarize(request: SummarizeRequest, options?: CallOptions): Promise<SummarizeResult> {
    return this.#api.call('summarize', { body: request }, options);
  }

  categorize(request: CategorizeRequest, options?: CallOptions): Promise<CategorizeResult> {
    return this.#api.call('categorize', { body: request }, options);
  }

  analyzeSentiment(request: AnalyzeSentimentRequest, options?: CallOptions): Promise<AnalyzeSentimentResult> {
    return this.#api.call('analyzeSentiment', { body: request }, options);
  }

  /** Labels a text or a document with a text classifier that you have trained. */
  classify(request: ClassifyRequest, options?: CallOptions): Promise<ClassifyResult> {
    return this.#api.call('classify', { body: request }, options);
  }

  /** Predicts a label or a number with a predictor that you have trained. */
  predict(request: PredictRequest, options?: CallOptions): Promise<PredictResult> {
    return this.#api.call('predict', { body: request }, options);
  }

  /** How requests, latency, errors, tokens, sizes and memory have changed: the last hour, or what the request names. */
  statistics(request: BrowseStatisticsRequest = {}, options?: CallOptions): Promise<BrowseStatisticsResult> {
    return this.#api.call('browseStatistics', { body: request }, options);
  }

  /** What the service is doing besides answering requests: imports, trainings, merges of the index and the like. */
  activity(options?: CallOptions): Promise<ActivityList> {
    return this.#api.call('listActivities', {}, options);
  }

  /** The versions of the API. */
  versions(options?: CallOptions): Promise<ListVersionsResult> {
    return this.#api.call('listVersions', {}, options);
  }

  /** Resolves as long as the process lives. */
  health(options?: CallOptions): Promise<Health> {
    return this.#api.call('getHealth', {}, options);
  }

  /** Resolves while requests are served, and rejects with an `UnavailableError` while the service starts or stops. */
  readiness(options?: CallOptions): Promise<Readiness> {
    return this.#api.call('getReadiness', {}, options);
  }

  /** The metrics in the text format of Prometheus. */
  metrics(options: CallOptions = {}): Promise<string> {
    return this.#api.send('getMetrics', {}, options, (response) => response.text());
  }

  /** The description of the API in the format of OpenAPI 3.1. */
  openapi(options: CallOptions = {}): Promise<unknown> {
    return this.#api.description(options);
  }

  /**
   * Sends any request with the key of this client, once, and resolves to whatever is answered, an error included: for tools
   * that show requests, and for endpoints that are newer than this client.
   */
  request(request: RawRequest, options: CallOptions = {}): Promise<RawResponse> {
    return this.#api.exchange(request, options);
  }
}
