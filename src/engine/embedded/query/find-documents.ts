import type { Language } from '../../../domain/document/language.js';
import type { Findings, QueryPlan } from '../../engine.js';
import { analysePlan, type Phrase } from '../../query/analyse-query.js';
import { quotedParts, relaxPhrases } from '../../query/relax-phrases.js';
import { documentsInScope, narrowByFilter } from '../filter/narrow-by-filter.js';
import type { LiveSegment } from '../index/live-segments.js';
import { hasPhrase } from '../lexical/phrase.js';
import type { Bitset } from '../segment/bitset.js';
import { runQuery } from './run-query.js';
import type { QueryTools } from './text-scorer.js';

/** Answers a plan: decides which of its phrases bind, and finds what is left to ask. */
export function findDocuments(segments: readonly LiveSegment[], plan: QueryPlan, tools: QueryTools): Findings {
  const finder = new PhraseFinder(segments, plan, tools);
  const nowhere = quotedParts(plan.text).filter(({ phrase, language }) => !finder.has(phrase, language));
  const { text, relaxedPhrases } = relaxPhrases(plan.text, nowhere);
  return { ...runQuery(segments, analysePlan({ ...plan, text }), tools), relaxedPhrases };
}

/** Tells whether a document that a plan may find has a phrase. */
class PhraseFinder {
  readonly #segments: readonly LiveSegment[];
  readonly #plan: QueryPlan;
  readonly #tools: QueryTools;
  /** For each segment, the documents that pass scope and filter. Found out only for queries with phrases. */
  #allowed: readonly Bitset[] | null = null;

  constructor(segments: readonly LiveSegment[], plan: QueryPlan, tools: QueryTools) {
    this.#segments = segments;
    this.#plan = plan;
    this.#tools = tools;
  }

  has(phrase: Phrase, language: Language): boolean {
    this.#allowed ??= this.#segments.map((live) => this.#allowedIn(live));
    return this.#segments.some(({ segment }, i) => {
      this.#tools.deadline.check();
      const { columns } = this.#tools.lexical.words(segment, language);
      return hasPhrase(columns, phrase, this.#allowed![i]);
    });
  }

  #allowedIn(live: LiveSegment): Bitset {
    const { scope, filter } = this.#plan;
    const { deadline } = this.#tools;
    const inScope = documentsInScope(live, scope, deadline);
    if (filter === null) return inScope;
    const bits = inScope.slice();
    narrowByFilter(bits, filter, { segment: live.segment, deadline });
    return bits;
  }
}
