import type { Api } from './api.js';
import type { BrowseQueryLogRequest, BrowseQueryLogResult, LoggedQuery } from './generated/openapi.js';
import { Listing } from './listing.js';
import type { CallOptions } from './options.js';

/** What people have searched for: `client.queryLog`. */
export class QueryLog {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** One page of the queries, the most frequent first. */
  browse(request: BrowseQueryLogRequest = {}, options?: CallOptions): Promise<BrowseQueryLogResult> {
    return this.#api.call('browseQueryLog', { body: request }, options);
  }

  /** All queries. `limit` is the size of a page. */
  browseAll(request: BrowseQueryLogRequest = {}, options?: CallOptions): Listing<LoggedQuery, BrowseQueryLogResult> {
    return new Listing((page) => this.browse({ ...request, ...page }, options), request);
  }
}
