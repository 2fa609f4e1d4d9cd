import type { SearchAnswer, SearchHit } from '../../../opensearch/search.js';
import type { Findings, Hit, Window } from '../../engine.js';
import type { AnalysedPlan } from '../../query/analyse-query.js';
import type { CountedTree } from '../facets/counted.js';
import { FacetQuestions } from '../facets/read-facets.js';
import { Curation, NOT_FOUND } from './curation.js';
import { allOf, type Dsl } from './dsl.js';
import { filterQuery, narrowed } from './filter-query.js';
import type { QuerySession } from './query-session.js';
import { type RawSortValues, rawValues, shownValues, sortQuery } from './sort-query.js';
import type { TextSearch } from './text-search.js';

type Counts = Record<string, CountedTree>;

export interface RunOptions {
  session: QuerySession;
  /** What the plan's text query asks for; null without one. */
  text: TextSearch | null;
  isOneShard: boolean;
}

/** What a plan finds, without what is highlighted. */
export async function runQuery(
  plan: Omit<AnalysedPlan, 'text'>,
  { session, text, isOneShard }: RunOptions,
): Promise<Pick<Findings, 'total' | 'hits' | 'facets' | 'pinned' | 'hidden'>> {
  const { filter } = plan;
  const curation = new Curation(plan);
  const facets = new FacetQuestions({ facets: plan.facets, filter, isOneShard });
  // Facets that ignore a part of the filter need the documents that it rules out.
  const isLate = facets.ignoreFilter && filter !== null;
  const query = curation.matching(narrowed(plan.scope, isLate ? null : filter), text);
  const asked: Question = {
    query,
    sort: [...curation.sort, ...sortQuery(plan.sort)],
    track_total_hits: true,
    track_scores: text !== null,
    _source: false,
    ...(isLate && { post_filter: filterQuery(filter) }),
    aggs: {
      ...facets.aggregations,
      ...countedAggregation(text, { curation, late: isLate ? filterQuery(filter) : null }),
      ...curation.aggregations(isLate ? filterQuery(filter) : null),
    },
  };
  const [answer, hidden] = await Promise.all([
    hitsInWindow(session, asked, { ...plan, curation }),
    curation.findHidden({ narrowing: narrowed(plan.scope, filter), text }, session),
  ]);
  const aggregate = async (aggs: Dsl) =>
    (await session.search<unknown, Counts>({ query, size: 0, aggs })).aggregations ?? {};
  const counts = answer.aggregations ?? {};
  const explanations = await text?.explain?.(answer.hits.hits);
  return {
    total: text?.counted === undefined ? (answer.hits.total?.value ?? 0) : counts.counted.doc_count,
    hits: answer.hits.hits.map((found, i) => {
      const hit = toHit(found, { ...plan, curation }, text);
      return explanations && hit.score !== null ? { ...hit, explanation: explanations[i] } : hit;
    }),
    facets: await facets.read(counts, aggregate),
    ...(plan.pinned && { pinned: curation.pinnedIn(counts) }),
    ...(hidden && { hidden }),
  };
}

interface CountedOptions {
  curation: Curation;
  /** The part of the plan that is applied after the aggregations. */
  late: Dsl | null;
}

function countedAggregation(text: TextSearch | null, { curation, late }: CountedOptions): Dsl {
  if (text?.counted === undefined) return {};
  const counted = curation.withPinned(text.counted);
  return { counted: { filter: late === null ? counted : allOf([counted, late]) } };
}

interface SortedPlan extends Pick<AnalysedPlan, 'sort'> {
  curation: Curation;
}

function toHit(hit: SearchHit, { sort, curation }: SortedPlan, text: TextSearch | null): Hit {
  const score = text === null || hit._score === NOT_FOUND ? null : hit._score;
  const values = shownValues(curation.withoutPlace(hit.sort ?? []), sort);
  return {
    id: hit._id,
    sortValues: values.map((value, i) => (sort[i].field === '_score' ? score : value)),
    score,
    passage: text?.passageOf(hit) ?? null,
  };
}

type Question = Readonly<Record<string, unknown>>;
type Answer = SearchAnswer<unknown, Counts>;

/** The cluster sorts up to here by offset (`max_result_window`). Windows that end later are walked to. */
const DEEPEST_BY_OFFSET = 10_000;

async function hitsInWindow(
  session: QuerySession,
  asked: Question,
  { sort, window, curation }: SortedPlan & { window: Window },
): Promise<Answer> {
  const { limit } = window;
  if (!('after' in window)) {
    const { offset } = window;
    if (limit === 0) return session.search({ ...asked, size: 0 });
    if (offset + limit <= DEEPEST_BY_OFFSET) return session.search({ ...asked, from: offset, size: limit });
    return walkTo(session, asked, window);
  }
  const after = window.after === null ? null : curation.withPlace(window.after, rawValues(window.after, sort), sort);
  return session.search({ ...asked, size: Math.min(limit, DEEPEST_BY_OFFSET), ...behind(after) });
}

/** Passes over the hits before a window in steps, at one state of the index. What else is asked for comes with the last step. */
function walkTo(session: QuerySession, asked: Question, window: { offset: number; limit: number }): Promise<Answer> {
  return session.atOnePointInTime(async (searchThere) => {
    const { query, sort, post_filter } = asked;
    let after: RawSortValues | null = null;
    for (let left = window.offset; left > 0; ) {
      const size = Math.min(left, DEEPEST_BY_OFFSET);
      const step: Question = {
        query,
        sort,
        post_filter,
        _source: false,
        track_total_hits: false,
        size,
        ...behind(after),
      };
      const answer: Answer = await searchThere(step);
      left -= size;
      if (answer.hits.hits.length < size) return searchThere({ ...asked, size: 0 });
      after = answer.hits.hits[size - 1].sort ?? null;
    }
    return searchThere({ ...asked, size: Math.min(window.limit, DEEPEST_BY_OFFSET), ...behind(after) });
  });
}

function behind(after: RawSortValues | null): Question {
  return after === null ? {} : { search_after: after };
}
