import type { Language } from '../../../domain/document/language.js';
import type { QueryPart, WordQuery } from '../../../domain/search/word-query.js';
import type { Findings, QueryPlan, TextQuery } from '../../engine.js';
import { documentsInScope, narrowByFilter } from '../filter/narrow-by-filter.js';
import type { LiveSegment } from '../index/live-segments.js';
import { documentsWithPhrase } from '../lexical/phrase.js';
import { countBits, intersect } from '../segment/bitset.js';
import { analysePlan, type Phrase, phraseOfPart } from './analyse-query.js';
import { runQuery } from './run-query.js';
import type { QueryTools } from './text-scorer.js';

/** Answers a plan: decides which of its phrases bind, and finds what is left to ask. */
export function findDocuments(segments: readonly LiveSegment[], plan: QueryPlan, tools: QueryTools): Findings {
  const { text, relaxedPhrases } = relaxPhrases(plan, (phrase, language) =>
    segments.some((live) => hasDocumentWith(phrase, live, { language, plan, tools })),
  );
  return { ...runQuery(segments, analysePlan({ ...plan, text }), tools), relaxedPhrases };
}

/**
 * Reads phrases that no document has as their words. Whether one has it depends on scope and filter alone, and so is the
 * same for every page and every facet of a query.
 */
function relaxPhrases(
  { text }: QueryPlan,
  isFound: (phrase: Phrase, language: Language) => boolean,
): { text: TextQuery | null; relaxedPhrases: string[] } {
  if (text?.kind !== 'search' || text.words === null) return { text, relaxedPhrases: [] };
  const { language, parts } = text.words;
  const relaxed = new Set<QueryPart>();
  for (const part of parts) {
    const phrase = part.kind === 'phrase' ? phraseOfPart(part, language) : null;
    if (phrase !== null && !isFound(phrase, language)) relaxed.add(part);
  }
  if (relaxed.size === 0) return { text, relaxedPhrases: [] };
  const words: WordQuery = {
    ...text.words,
    parts: parts.map((part) => (relaxed.has(part) ? { ...part, kind: 'words' } : part)),
  };
  return { text: { ...text, words }, relaxedPhrases: Array.from(relaxed, (part) => part.text.trim()) };
}

/** Whether a document that the plan may find has a phrase. */
function hasDocumentWith(
  phrase: Phrase,
  live: LiveSegment,
  { language, plan, tools }: { language: Language; plan: QueryPlan; tools: QueryTools },
): boolean {
  const { segment } = live;
  const { deadline, lexical } = tools;
  deadline.check();
  const bits = documentsWithPhrase(lexical.words(segment, language).columns, phrase, segment.documents);
  intersect(bits, documentsInScope(live, plan.scope, deadline));
  if (plan.filter !== null && countBits(bits) > 0) narrowByFilter(bits, plan.filter, { segment, deadline });
  return countBits(bits) > 0;
}
