import type { Language } from '../../domain/document/language.js';
import type { MatchedForms } from '../../domain/search/word-query.js';
import { sentencesOf } from '../sentences/sentences.js';
import type { TextRange } from '../text-range.js';
import { makeExcerpt } from './excerpt.js';
import { MatchFinder } from './find-matches.js';
import { highlight } from './highlight.js';
import { afterRepeatedTitle } from './repeated-title.js';

/** The most sentences of a passage to choose from: the encoder takes 2 to 3 ms for each. */
const MOST_SENTENCES = 6;

/** How a hit is to be shown. */
export interface Presentation {
  /** What is written before and after a match; null if matches are not marked. */
  tags: { pre: string; post: string } | null;
  /** The most fragments of an excerpt. */
  fragments: number;
  /** The length of a fragment in UTF-16 units, tags not counted. */
  fragmentSize: number;
}

export interface HitToShow {
  title: string;
  /** Null if no excerpt is wanted. */
  content: string | null;
  language: Language;
  wanted: MatchedForms;
  /** The passage with the highest semantic score; null if the hit was found by words alone. */
  passage: TextRange | null;
}

export interface ShownHit {
  title: string;
  excerpt: string | null;
  /**
   * The sentences of the hit's passage, in their order, if the content has no match and not all of them fit. Until the
   * caller has compared them with the query, the excerpt is the start of the passage.
   */
  sentences: TextRange[];
}

export interface ExcerptRequest extends Presentation {
  hits: readonly HitToShow[];
}

export function makeExcerpts({ hits, ...presentation }: ExcerptRequest): ShownHit[] {
  // Hits of the same language share their `wanted` object.
  const finders = new Map<MatchedForms, MatchFinder>();
  return hits.map((hit) => {
    const finder = finders.get(hit.wanted) ?? new MatchFinder(hit.wanted);
    finders.set(hit.wanted, finder);
    return showHit(hit, finder, presentation);
  });
}

function showHit(hit: HitToShow, finder: MatchFinder, presentation: Presentation): ShownHit {
  const { title, content, language } = hit;
  const [inTitle, inContent] = finder.find([title, content ?? ''], language);
  const { tags } = presentation;
  const { excerpt, sentences } = excerptOf(hit, inContent, presentation);
  return { title: tags === null ? title : highlight(title, inTitle, tags), excerpt, sentences };
}

function excerptOf(
  { title, content, language, passage }: HitToShow,
  inContent: TextRange[],
  presentation: Presentation,
): Omit<ShownHit, 'title'> {
  if (content === null || content.trim() === '') return { excerpt: null, sentences: [] };
  const from = afterRepeatedTitle(content, title);
  const matches = inContent.filter(({ start }) => start >= from);
  const unmatched = matches.length > 0 || passage === null ? null : startingFrom(passage, from);
  const fallback = unmatched === null ? [] : [unmatched];
  const excerpt = makeExcerpt(content, { matches, fallback, from, ...presentation });
  const sentences = unmatched === null ? [] : choiceOfSentences(content, unmatched, { language, ...presentation });
  return { excerpt, sentences };
}

/** Null for a passage that is nothing but the title. */
function startingFrom({ start, end }: TextRange, from: number): TextRange | null {
  return end <= from ? null : { start: Math.max(start, from), end };
}

/** The sentences to choose from, or none if the whole passage fits. */
function choiceOfSentences(
  content: string,
  passage: TextRange,
  { language, fragments, fragmentSize }: Presentation & { language: Language },
): TextRange[] {
  const { start, end } = passage;
  if (end - start <= fragments * fragmentSize) return [];
  const sentences = sentencesOf(content.slice(start, end), language);
  return fewer(sentences).map((sentence) => ({ start: sentence.start + start, end: sentence.end + start }));
}

/** Joins neighbours where a passage has many short sentences, as in a list. */
function fewer(sentences: readonly TextRange[]): TextRange[] {
  const shortest = ((sentences.at(-1)?.end ?? 0) - (sentences[0]?.start ?? 0)) / MOST_SENTENCES;
  const groups: TextRange[] = [];
  for (const { start, end } of sentences) {
    const last = groups.at(-1);
    if (sentences.length > MOST_SENTENCES && last !== undefined && last.end - last.start < shortest) last.end = end;
    else groups.push({ start, end });
  }
  return groups;
}
