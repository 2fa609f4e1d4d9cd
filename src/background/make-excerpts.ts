import type { Language } from '../domain/language.js';
import { makeExcerpt } from '../text/excerpt.js';
import { findMatches, type WantedForms } from '../text/find-matches.js';
import { highlight } from '../text/highlight.js';
import { sentencesOf } from '../text/sentences.js';
import type { TextRange } from '../text/text-range.js';

/** How a hit is to be shown. */
export interface Presentation {
  /** What stands before and after a match; null where matches are not marked. */
  tags: { pre: string; post: string } | null;
  /** Of an excerpt, at most. */
  fragments: number;
  /** In characters. */
  fragmentSize: number;
}

export interface HitToShow {
  title: string;
  /** Null where no excerpt is to be made. */
  content: string | null;
  language: Language;
  wanted: WantedForms;
  /** The passage that is nearest to the query, where its meaning was compared. */
  passage: TextRange | null;
}

export interface ShownHit {
  title: string;
  excerpt: string | null;
}

export interface ExcerptRequest extends Presentation {
  hits: readonly HitToShow[];
}

export function makeExcerpts({ hits, ...presentation }: ExcerptRequest): ShownHit[] {
  return hits.map((hit) => ({ title: shownTitle(hit, presentation), excerpt: excerptOf(hit, presentation) }));
}

function shownTitle({ title, language, wanted }: HitToShow, { tags }: Presentation): string {
  return tags === null ? title : highlight(title, findMatches(title, language, wanted), tags);
}

function excerptOf({ content, language, wanted, passage }: HitToShow, presentation: Presentation): string | null {
  if (content === null) return null;
  const matches = findMatches(content, language, wanted);
  const fallback = matches.length > 0 || passage === null ? [] : sentencesIn(content, passage, language);
  return makeExcerpt(content, { ...presentation, matches, fallback });
}

/** Where no word matched there is nothing to choose sentences by: a passage says first what it is about. */
function sentencesIn(content: string, { start, end }: TextRange, language: Language): TextRange[] {
  return sentencesOf(content.slice(start, end), language).map((sentence) => ({
    start: sentence.start + start,
    end: sentence.end + start,
  }));
}
