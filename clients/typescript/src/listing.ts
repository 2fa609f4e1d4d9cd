/** What every response has that is one page of many. */
export interface Page<Item> {
  data: Item[];
  total_number_of_results: number;
  /** Present if the total is not exact. */
  total_relation?: 'approximate';
}

export interface PageOf {
  page: number;
  limit: number;
}

/** Page size if the request has none: the largest, because every page costs a request. */
const LARGEST_PAGE = 100;
/** The last result of a search. */
export const SCORED_WINDOW = 10_000;

/**
 * All results of a request, page after page as they are needed:
 *
 * @example for await (const hit of client.searchAll({ query: 'tides', search_type: 'hybrid' })) …
 */
export class Listing<Item, ItemPage extends Page<Item>> implements AsyncIterable<Item> {
  readonly #load: (page: PageOf) => Promise<ItemPage>;
  readonly #first: PageOf;
  readonly #window: number;

  /** `window` is the number of results that can be reached. */
  constructor(load: (page: PageOf) => Promise<ItemPage>, first: Partial<PageOf>, window = Number.POSITIVE_INFINITY) {
    this.#load = load;
    this.#first = { page: first.page ?? 1, limit: first.limit ?? LARGEST_PAGE };
    this.#window = window;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, void> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** The responses themselves, with totals and facets. */
  async *pages(): AsyncGenerator<ItemPage, void, void> {
    let next: PageOf | null = this.#first;
    while (next !== null) {
      const page: ItemPage = await this.#load(next);
      yield page;
      next = this.#after(next, page);
    }
  }

  #after({ page, limit }: PageOf, { data, total_number_of_results, total_relation }: ItemPage): PageOf | null {
    const offset = page * limit;
    // A page lacks what was deleted while it was made, so that it is short does not make it the last.
    const isBeyondTotal = offset >= total_number_of_results;
    const isLast =
      total_relation === undefined ? isBeyondTotal : data.length === 0 || (data.length < limit && isBeyondTotal);
    if (isLast || offset >= this.#window) return null;
    // The last pages before the end of the window must be smaller, and still begin where the one before ended.
    let size = Math.min(this.#first.limit, this.#window - offset);
    while (offset % size !== 0) size--;
    return { page: offset / size + 1, limit: size };
  }
}
