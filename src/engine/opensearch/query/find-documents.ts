import type { Findings, QueryPlan } from '../../engine.js';
import { type AnalysedPlan, analysePlan } from '../../query/analyse-query.js';
import { relaxIn } from '../lexical/search-phrases.js';
import { MATCH_NONE } from './dsl.js';
import { narrowed } from './filter-query.js';
import type { QueryTools } from './query-tools.js';
import { runQuery } from './run-query.js';
import { textSearch } from './search-text.js';
import type { TextSearch } from './text-search.js';

/** Answers a plan: decides which of its phrases bind, and finds what is left to ask. */
export async function findDocuments(plan: QueryPlan, tools: QueryTools): Promise<Findings> {
  const { text, relaxedPhrases } = await relaxIn(plan.text, narrowed(plan.scope, plan.filter), tools.session);
  return { ...(await findAnalysed(analysePlan({ ...plan, text }), tools)), relaxedPhrases };
}

/** What an analysed plan finds. All of its phrases bind. */
export async function findAnalysed(plan: AnalysedPlan, tools: QueryTools): Promise<Omit<Findings, 'relaxedPhrases'>> {
  const { session, state } = tools;
  const text = plan.text === null ? null : ((await textSearch(plan.text, plan.scope, tools)) ?? NOTHING);
  const found = await runQuery(plan, { session, text, isOneShard: state.shards === 1 });
  const relation = text?.isApproximate ? { totalRelation: 'approximate' as const } : null;
  return { ...found, ...relation, matched: matchedForms(plan, text) };
}

/** A text query that can't match anything still has facets to count. */
const NOTHING: TextSearch = { query: MATCH_NONE, typos: [], passageOf: () => null };

function matchedForms({ text }: AnalysedPlan, search: TextSearch | null): Findings['matched'] {
  if (text?.kind !== 'search' || text.forms.words.length + text.forms.phrases.length === 0) return null;
  return { ...text.forms, typos: search?.typos ?? [] };
}
