import { compareText } from '../../../domain/document/code-points.js';
import type { FoundPassage, PassagePlan } from '../../engine.js';
import { documentsInScope, narrowByFilter } from '../filter/narrow-by-filter.js';
import type { LiveSegment } from '../index/live-segments.js';
import { scoreOf } from '../query/ranking.js';
import type { QueryTools } from '../query/text-scorer.js';
import { SemanticScorer } from './score-semantic.js';

/** The passages that score best. Ties are broken by the id of the document, then by the number of the passage. */
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

/** A passage of a document in one of the segments that are searched. */
export interface PassageInSegment {
  part: number;
  document: number;
  passage: number;
  cosine: number;
}

/** Extra room, so that pruning is rare. */
const SPARE = 256;

/** Keeps the nearest of all passages added: at least `count` of them, and not many more. */
export class NearestPassages {
  readonly #count: number;
  #kept: PassageInSegment[] = [];
  #capacity: number;
  /** Passages below this cosine are dropped: at least `count` others are as near or nearer. */
  #leastCosine = Number.NEGATIVE_INFINITY;

  constructor(count: number) {
    this.#count = count;
    this.#capacity = 4 * count + SPARE;
  }

  add(passage: PassageInSegment): void {
    if (passage.cosine < this.#leastCosine) return;
    this.#kept.push(passage);
    if (this.#kept.length >= this.#capacity) this.#prune();
  }

  all(): PassageInSegment[] {
    return this.#kept;
  }

  /** Keeps all ties with the last passage: ids decide between them. Many ties raise the capacity, or every add would prune. */
  #prune(): void {
    const cosines = Float64Array.from(this.#kept, ({ cosine }) => cosine).sort();
    this.#leastCosine = cosines[cosines.length - this.#count];
    this.#kept = this.#kept.filter(({ cosine }) => cosine >= this.#leastCosine);
    this.#capacity = Math.max(4 * this.#count + SPARE, 2 * this.#kept.length);
  }
}
