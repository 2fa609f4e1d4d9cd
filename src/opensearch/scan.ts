import type { Cluster } from './cluster.js';
import { PointInTime } from './point-in-time.js';
import type { SearchHit } from './search.js';

/** What a page should hold, in UTF-16 units: it is parsed in one turn of the event loop. */
const PAGE_CHARACTERS = 100_000;
const MOST_ON_A_PAGE = 500;
/** On the first page, when nobody knows yet how long the sources are. */
const FIRST_PAGE = 20;

/**
 * All hits of a search in an index of one shard, page by page, in the order in which they were last written. They are as of one moment:
 * what is written meanwhile is neither missing nor there twice.
 */
export async function* scan<Source>(
  cluster: Cluster,
  index: string,
  body: object,
  charactersOf: (source: Source) => number,
): AsyncGenerator<SearchHit<Source>[]> {
  const moment = await PointInTime.open(cluster, index);
  try {
    let size = FIRST_PAGE;
    let after: SearchHit['sort'];
    do {
      const page = { size, search_after: after, sort: [{ _seq_no: 'asc' }] };
      const { hits } = (await moment.search<Source>({ ...body, ...page })).hits;
      yield hits;
      after = hits.length < size ? undefined : hits.at(-1)?.sort;
      size = sizeAfter(hits, charactersOf);
    } while (after !== undefined);
  } finally {
    await moment.close();
  }
}

/** How many the next page should have if they are about as long as these. */
function sizeAfter<Source>(hits: readonly SearchHit<Source>[], charactersOf: (source: Source) => number): number {
  const characters = hits.reduce((sum, { _source }) => sum + (_source === undefined ? 0 : charactersOf(_source)), 0);
  const fitting = Math.floor((PAGE_CHARACTERS * hits.length) / Math.max(1, characters));
  return Math.min(MOST_ON_A_PAGE, Math.max(1, fitting));
}
