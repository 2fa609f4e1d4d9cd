import type { Language } from '../../../domain/document/language.js';
import type { QueryPart, WordQuery } from '../../../domain/search/word-query.js';
import type { Findings, QueryPlan, TextQuery } from '../../engine.js';
import { documentsInScope, narrowByFilter } from '../filter/narrow-by-filter.js';
import type { LiveSegment } from '../index/live-segments.js';
import { hasPhrase } from '../lexical/phrase.js';
import type { Bitset } from '../segment/bitset.js';
import { analysePlan, type Phrase, phraseOfPart } from './analyse-query.js';
import { runQuery } from './run-query.js';
import type { QueryTools } from './text-scorer.js';

/** Answers a plan: decides which of its phrases bind, and finds what is left to ask. */
export function findDocuments(segments: readonly LiveSegment[], plan: QueryPlan, tools: QueryTools): Findings {
  const { text, relaxedPhrases } = relaxPhrases(plan, new PhraseFinder(segments, plan, tools));
  return { ...runQuery(segments, analysePlan({ ...plan, text }), tools), relaxedPhrases };
}

/**
 * Reads phrases that no document has as their words. Whether one has it depends on scope and filter alone, and so is the
 * same for every page and every facet of a query.
 */
function relaxPhrases({ text }: QueryPlan, finder: PhraseFinder): { text: TextQuery | null; relaxedPhrases: string[] } {
  if (text?.kind !== 'search' || text.words === null) return { text, relaxedPhrases: [] };
  const { language, parts } = text.words;
  const relaxed = new Set<QueryPart>();
  for (const part of parts) {
    const phrase = part.kind === 'phrase' ? phraseOfPart(part, language) : null;
    if (phrase !== null && !finder.has(phrase, language)) relaxed.add(part);
  }
  if (relaxed.size === 0) return { text, relaxedPhrases: [] };
  const words: WordQuery = {
    ...text.words,
    parts: parts.map((part) => (relaxed.has(part) ? { ...part, kind: 'words' } : part)),
  };
  return { text: { ...text, words }, relaxedPhrases: [...new Set(Array.from(relaxed, (part) => part.text.trim()))] };
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
