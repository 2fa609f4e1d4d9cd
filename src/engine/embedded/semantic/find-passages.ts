import { compareText } from '../../../domain/text-order.js';
import type { FoundPassage, PassagePlan } from '../../engine.js';
import { intersect, subtract } from '../bitset.js';
import type { Deadline } from '../deadline.js';
import { evaluateFilter } from '../evaluate-filter.js';
import type { LiveSegment } from '../live-segments.js';
import { allOf } from '../run-query.js';
import { SemanticScorer } from './score-semantic.js';

interface Candidate {
  part: number;
  document: number;
  passage: number;
  score: number;
}

/** The passages that score best. Ties end at the id of the document, then at the passage. */
export function findPassages(segments: readonly LiveSegment[], plan: PassagePlan, deadline: Deadline): FoundPassage[] {
  const scoped = segments.map(({ segment, deleted }) => {
    const scope = evaluateFilter(segment, allOf(plan.scope), deadline);
    if (plan.filter !== null) intersect(scope, evaluateFilter(segment, plan.filter, deadline));
    subtract(scope, deleted);
    return { segment, scope };
  });
  const scorer = new SemanticScorer(scoped, plan.semantic, deadline);
  const candidates: Candidate[] = [];
  scoped.forEach((_, part) => {
    scorer.visit(part, (document, passage, score) => candidates.push({ part, document, passage, score }));
  });
  const idOf = ({ part, document }: Candidate) => scoped[part].segment.ids.text(document);
  return candidates
    .sort((a, b) => b.score - a.score || compareText(idOf(a), idOf(b)) || a.passage - b.passage)
    .slice(0, plan.limit)
    .map((candidate) => ({ id: idOf(candidate), passage: candidate.passage, score: candidate.score }));
}
