import { compareText } from '../../../domain/sort/text-order.js';
import type { FoundPassage, PassagePlan } from '../../engine.js';
import { documentsInScope, narrowByFilter } from '../filter/narrow-by-filter.js';
import type { LiveSegment } from '../index/live-segments.js';
import type { QueryTools } from '../query/text-scorer.js';
import { NearestPassages, type PassageInSegment } from './nearest-passages.js';
import { scoreOf } from './score-scale.js';
import { SemanticScorer } from './score-semantic.js';

/** The passages that score best. Ties end at the id of the document, then at the passage. */
export function findPassages(segments: readonly LiveSegment[], plan: PassagePlan, tools: QueryTools): FoundPassage[] {
  const { deadline } = tools;
  const scoped = segments.map((live) => {
    const { segment } = live;
    const scope = documentsInScope(live, plan.scope, deadline).slice();
    if (plan.filter !== null) narrowByFilter(scope, plan.filter, { segment, deadline });
    return { segment, scope };
  });
  const wanted = scoped.map(({ scope }) => scope);
  const scorer = new SemanticScorer({ scoped, wanted, live: segments, ...tools }, plan.semantic);
  const nearest = new NearestPassages(plan.limit);
  scoped.forEach((_, part) => {
    scorer.visit(part, (document, passage, cosine) => nearest.add({ part, document, passage, cosine }));
  });
  const idOf = ({ part, document }: PassageInSegment) => scoped[part].segment.ids.text(document);
  return nearest
    .all()
    .sort((a, b) => b.cosine - a.cosine || compareText(idOf(a), idOf(b)) || a.passage - b.passage)
    .slice(0, plan.limit)
    .map((found) => ({ id: idOf(found), passage: found.passage, score: scoreOf(found.cosine, plan.semantic.scale) }));
}
