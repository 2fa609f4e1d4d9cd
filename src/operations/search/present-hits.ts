import type { DocumentHead } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import type { MatchedForms, QueryPart } from '../../domain/search/word-query.js';
import { makeExcerpt } from '../../text/excerpts/excerpt.js';
import type { HitToShow, Presentation, ShownHit } from '../../text/excerpts/make-excerpts.js';
import { formsOf, parseParts } from '../../text/query/query.js';
import type { OperationContext } from '../context.js';
import { chooseSentences } from './choose-sentences.js';
import type { FoundDocument } from './find-page.js';

export interface HitsToPresent {
  /** The query as it was written. */
  parts: readonly QueryPart[];
  hits: readonly FoundDocument[];
  /** What the engine matched by; null where no words were searched for. */
  matched: MatchedForms | null;
  /** The query's vector, where its meaning was searched for. */
  meaning: Float32Array | null;
  excerpts: boolean;
  presentation: Presentation;
}

export type PresentedHit = Pick<ShownHit, 'title' | 'excerpt'>;

interface ShownByWords {
  toShow: readonly HitToShow[];
  shown: readonly ShownHit[];
  meaning: Float32Array;
  presentation: Presentation;
}

/** The titles and excerpts of a page of hits, matches marked. */
export async function presentHits(request: HitsToPresent, context: OperationContext): Promise<PresentedHit[]> {
  const { hits, meaning, presentation } = request;
  if (presentation.tags === null && !request.excerpts) return hits.map(({ document }) => asStored(document));
  const toShow = await hitsToShow(request, context);
  const shown = await context.excerpts({ hits: toShow, ...presentation });
  const excerpts =
    meaning === null ? new Map() : await excerptsByMeaning({ toShow, shown, meaning, presentation }, context);
  return shown.map(({ title, excerpt }, index) => ({ title, excerpt: excerpts.get(index) ?? excerpt }));
}

async function hitsToShow(
  { parts, hits, matched, excerpts }: HitsToPresent,
  context: OperationContext,
): Promise<HitToShow[]> {
  // A search by meaning may find documents of several languages, whose words are read in their own way.
  const read = new Map<Language, MatchedForms>();
  const wantedIn = (language: Language): MatchedForms => {
    if (matched !== null) return matched;
    const forms = read.get(language) ?? { words: formsOf(parseParts(parts, language)), typos: [] };
    read.set(language, forms);
    return forms;
  };
  const texts = excerpts ? await textsOf(hits, context) : hits.map(() => NO_TEXT);
  return hits.map((hit, index) => {
    const { title, language } = hit.document;
    const { content, passage } = texts[index];
    return { title, language, wanted: wantedIn(language), content, passage };
  });
}

/** Excerpts of the hits that no word matched, by their place on the page. */
async function excerptsByMeaning(
  { toShow, shown, meaning, presentation }: ShownByWords,
  context: OperationContext,
): Promise<Map<number, string>> {
  const unmatched = shown.flatMap(({ sentences }, index) => {
    const { content, language } = toShow[index];
    return content === null || sentences.length === 0 ? [] : [{ index, content, language, sentences }];
  });
  const chosen = await chooseSentences(unmatched, meaning, context);
  return new Map(
    unmatched.map(({ index, content }, i) => [
      index,
      makeExcerpt(content, { matches: [], fallback: chosen[i], ...presentation }),
    ]),
  );
}

function asStored({ title }: DocumentHead): PresentedHit {
  return { title, excerpt: null };
}

const NO_TEXT = { content: null, passage: null };

/** The contents of hits, and where in them the best passages are. Passages are read only where one was compared. */
async function textsOf(
  hits: readonly FoundDocument[],
  { collection }: OperationContext,
): Promise<Pick<HitToShow, 'content' | 'passage'>[]> {
  const ids = hits.map(({ document }) => document.id);
  if (hits.every(({ passage }) => passage === null)) {
    const stored = await collection.documents.getMany(ids, ['content']);
    return stored.map((found) => ({ content: found?.content ?? null, passage: null }));
  }
  const stored = await collection.documents.getMany(ids, ['content', 'passages']);
  return hits.map(({ passage }, index) => {
    const { content, passages } = stored[index] ?? { content: null, passages: [] };
    return { content, passage: content === null || passage === null ? null : (passages[passage] ?? null) };
  });
}
