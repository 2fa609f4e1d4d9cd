import type { Api } from './api.js';
import type { BrowseKeysRequest, BrowseKeysResult, IssuedKey, Key, ListedKey, NewKey } from './generated/openapi.js';
import { Listing } from './listing.js';
import type { CallOptions, WriteOptions } from './options.js';

/** API keys, for callers with the scope `admin`: `client.keys`. */
export class Keys {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The key that this client uses, and what it may do. Needs no scope. */
  current(options?: CallOptions): Promise<Key> {
    return this.#api.call('getCurrentKey', {}, options);
  }

  /** Makes a key that may do no more than the one in use. Its secret, `key`, is shown only here. */
  create(key: NewKey, options?: WriteOptions): Promise<IssuedKey> {
    return this.#api.call('createKey', { body: key }, options);
  }

  get(id: string, options?: CallOptions): Promise<Key> {
    return this.#api.call('getKey', { params: { id } }, options);
  }

  /** Gives a key a new secret. The old one is refused from then on; a client that uses it must be made anew. */
  rotate(id: string, options?: WriteOptions): Promise<IssuedKey> {
    return this.#api.call('rotateKey', { params: { id } }, options);
  }

  /** Ends a key for good. */
  revoke(id: string, options?: CallOptions): Promise<Key> {
    return this.#api.call('revokeKey', { params: { id } }, options);
  }

  /** One page of the keys, newest first. */
  browse(request: BrowseKeysRequest = {}, options?: CallOptions): Promise<BrowseKeysResult> {
    return this.#api.call('browseKeys', { body: request }, options);
  }

  /** All keys. `limit` is the size of a page. */
  browseAll(request: BrowseKeysRequest = {}, options?: CallOptions): Listing<ListedKey, BrowseKeysResult> {
    return new Listing((page) => this.browse({ ...request, ...page }, options), request);
  }
}
