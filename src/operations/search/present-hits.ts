import type { HitToShow, Presentation, ShownHit } from '../../background/make-excerpts.js';
import type { DocumentHead } from '../../domain/document.js';
import type { Language } from '../../domain/language.js';
import type { WantedForms } from '../../text/find-matches.js';
import { parseQuery, queryTerms } from '../../text/query.js';
import type { OperationContext } from '../context.js';
import type { FoundDocument } from './find-page.js';

export interface HitsToPresent {
  query: string;
  hits: readonly FoundDocument[];
  typoTerms: readonly string[];
  excerpts: boolean;
  presentation: Presentation;
}

/** The titles and excerpts of a page of hits, matches marked. */
export async function presentHits(request: HitsToPresent, context: OperationContext): Promise<ShownHit[]> {
  const { query, hits, typoTerms, presentation } = request;
  if (presentation.tags === null && !request.excerpts) return hits.map(({ document }) => asStored(document));
  const wanted = new Map<Language, WantedForms>();
  const wantedIn = (language: Language) => {
    const words = wanted.get(language) ?? wantedWords(query, language, typoTerms);
    wanted.set(language, words);
    return words;
  };
  const toShow = hits.map(
    (hit): HitToShow => ({
      title: hit.document.title,
      language: hit.document.language,
      wanted: wantedIn(hit.document.language),
      ...(request.excerpts ? textOf(hit, context) : NO_TEXT),
    }),
  );
  return context.excerpts({ ...presentation, hits: toShow });
}

function asStored({ title }: DocumentHead): ShownHit {
  return { title, excerpt: null };
}

const NO_TEXT = { content: null, passage: null };

function textOf({ document, passage }: FoundDocument, { collection }: OperationContext) {
  const content = collection.documents.get(document.id)?.content ?? null;
  if (content === null || passage === null) return { content, passage: null };
  const { passages = [] } = collection.documents.vectors(document.id) ?? {};
  return { content, passage: passages[passage] ?? null };
}

/** What counts as a match in a document of this language: the query may find documents of several. */
function wantedWords(query: string, language: Language, typoTerms: readonly string[]): WantedForms {
  const { words, phrases } = parseQuery(query, language);
  const all = [...queryTerms(words), ...phrases.flat()];
  return {
    terms: new Set(all.map(({ term }) => term)),
    stems: new Set(all.map(({ stem }) => stem)),
    typos: new Set(typoTerms),
  };
}
