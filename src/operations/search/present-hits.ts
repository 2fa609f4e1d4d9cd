import type { DocumentHead } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import type { Typos } from '../../engine/engine.js';
import { makeExcerpt } from '../../text/excerpts/excerpt.js';
import type { WantedForms } from '../../text/excerpts/find-matches.js';
import type { HitToShow, Presentation, ShownHit } from '../../text/excerpts/make-excerpts.js';
import { type ParsedQuery, queryTerms } from '../../text/query/query.js';
import { isIdeograph } from '../../text/unspaced-scripts.js';
import type { OperationContext } from '../context.js';
import { chooseSentences } from './choose-sentences.js';
import type { FoundDocument } from './find-page.js';
import type { QueryReadings } from './query-readings.js';

export interface HitsToPresent {
  readings: QueryReadings;
  hits: readonly FoundDocument[];
  foundTypos: readonly Typos[];
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
  const toShow = hitsToShow(request, context);
  const shown = await context.excerpts({ hits: toShow, ...presentation });
  const excerpts =
    meaning === null ? new Map() : await excerptsByMeaning({ toShow, shown, meaning, presentation }, context);
  return shown.map(({ title, excerpt }, index) => ({ title, excerpt: excerpts.get(index) ?? excerpt }));
}

function hitsToShow({ readings, hits, foundTypos, excerpts }: HitsToPresent, context: OperationContext): HitToShow[] {
  const wanted = new Map<Language, WantedForms>();
  const wantedIn = (language: Language) => {
    const words = wanted.get(language) ?? wantedWords(readings.in(language), foundTypos);
    wanted.set(language, words);
    return words;
  };
  return hits.map((hit) => {
    const { title, language } = hit.document;
    const { content, passage } = excerpts ? textOf(hit, context) : NO_TEXT;
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

function textOf({ document, passage }: FoundDocument, { collection, embedder }: OperationContext) {
  const content = collection.documents.getContent(document.id);
  if (content === null || passage === null) return { content, passage: null };
  const { passages = [] } = collection.documents.vectors(document.id, embedder.space) ?? {};
  return { content, passage: passages[passage] ?? null };
}

/** What counts as a match in a document of this language: the query may find documents of several. */
function wantedWords({ words, phrases }: ParsedQuery, typos: readonly Typos[]): WantedForms {
  const quoted = phrases.flatMap((phrase) => [...phrase.words, ...phrase.pairs]);
  const terms = [...queryTerms(words), ...quoted];
  const wanted = terms.map(({ term, stem, pieceOf }) => {
    const inside = terms.length === 1 && isIdeograph(term);
    // Another thread is sent these: what is not said takes no time.
    return { term, stem, ...(pieceOf === null ? null : { isPiece: true }), ...(inside ? { inside } : null) };
  });
  return { words: wanted, typos };
}
