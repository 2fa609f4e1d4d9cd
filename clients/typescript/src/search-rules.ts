import type { Api } from './api.js';
import type {
  BrowseCurationsRequest,
  BrowseCurationsResult,
  BrowseSynonymsRequest,
  BrowseSynonymsResult,
  Curation,
  CurationChanges,
  DeletedCuration,
  DeletedSynonym,
  ListedCuration,
  ListedSynonym,
  NewCuration,
  NewSynonym,
  Synonym,
  SynonymChanges,
} from './generated/openapi.js';
import { Listing } from './listing.js';
import type { CallOptions, WriteOptions } from './options.js';

/** Words that stand for others in searches: `client.synonyms`. */
export class Synonyms {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Adds a synonym. The next search heeds it. */
  add(synonym: NewSynonym, options?: WriteOptions): Promise<Synonym> {
    return this.#api.call('addSynonym', { body: synonym }, options);
  }

  get(id: string, options?: CallOptions): Promise<Synonym> {
    return this.#api.call('getSynonym', { params: { id } }, options);
  }

  /** Changes the fields that are given. */
  update(id: string, changes: SynonymChanges, options?: WriteOptions): Promise<Synonym> {
    return this.#api.call('updateSynonym', { params: { id }, body: changes }, options);
  }

  delete(id: string, options?: CallOptions): Promise<DeletedSynonym> {
    return this.#api.call('deleteSynonym', { params: { id } }, options);
  }

  /** One page of the synonyms, newest first. */
  browse(request: BrowseSynonymsRequest = {}, options?: CallOptions): Promise<BrowseSynonymsResult> {
    return this.#api.call('browseSynonyms', { body: request }, options);
  }

  /** All synonyms. `limit` is the size of a page. */
  browseAll(request: BrowseSynonymsRequest = {}, options?: CallOptions): Listing<ListedSynonym, BrowseSynonymsResult> {
    return new Listing((page) => this.browse({ ...request, ...page }, options), request);
  }
}

/** Documents that come first, or not at all, for a query: `client.curations`. */
export class Curations {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Adds a curation. The next search heeds it. */
  add(curation: NewCuration, options?: WriteOptions): Promise<Curation> {
    return this.#api.call('addCuration', { body: curation }, options);
  }

  get(id: string, options?: CallOptions): Promise<Curation> {
    return this.#api.call('getCuration', { params: { id } }, options);
  }

  /** Changes the fields that are given. */
  update(id: string, changes: CurationChanges, options?: WriteOptions): Promise<Curation> {
    return this.#api.call('updateCuration', { params: { id }, body: changes }, options);
  }

  delete(id: string, options?: CallOptions): Promise<DeletedCuration> {
    return this.#api.call('deleteCuration', { params: { id } }, options);
  }

  /** One page of the curations, newest first. */
  browse(request: BrowseCurationsRequest = {}, options?: CallOptions): Promise<BrowseCurationsResult> {
    return this.#api.call('browseCurations', { body: request }, options);
  }

  /** All curations. `limit` is the size of a page. */
  browseAll(
    request: BrowseCurationsRequest = {},
    options?: CallOptions,
  ): Listing<ListedCuration, BrowseCurationsResult> {
    return new Listing((page) => this.browse({ ...request, ...page }, options), request);
  }
}
