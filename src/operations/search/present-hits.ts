import type { DocumentHead } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import type { Passage } from '../../domain/document/vectors.js';
import type { MatchedForms, QueryPart } from '../../domain/search/word-query.js';
import type { Embedding, TextToEmbed } from '../../inference/embedder.js';
import { makeExcerpt } from '../../text/excerpts/excerpt.js';
import type { HitToShow, Presentation, ShownHit } from '../../text/excerpts/make-excerpts.js';
import { afterRepeatedTitle } from '../../text/excerpts/repeated-title.js';
import { detectLanguage } from '../../text/language/detect-language.js';
import { formsOf, parseParts, withStopWordsOf } from '../../text/query/query.js';
import type { TextRange } from '../../text/text-range.js';
import type { OperationContext } from '../context.js';
import type { FoundDocument } from './find-page.js';

interface HitsToPresent {
  query: string;
  /** Null if documents of all languages were searched. */
  language: Language | null;
  /** The parts of the query as it was written. */
  parts: readonly QueryPart[];
  /** With what excerpts need, if they are wanted. */
  hits: readonly FoundDocument[];
  /** The word forms that the engine matched; null if words were not searched. */
  matched: MatchedForms | null;
  /** The vector of the query; null if meaning was not searched. */
  meaning: Float32Array | null;
  excerpts: boolean;
  presentation: Presentation;
}

type PresentedHit = Pick<ShownHit, 'title' | 'excerpt'>;

interface ShownByWords {
  toShow: readonly HitToShow[];
  shown: readonly ShownHit[];
  meaning: Float32Array;
  presentation: Presentation;
}

/** The titles and excerpts of a page of hits, with matches highlighted. */
export async function presentHits(request: HitsToPresent, context: OperationContext): Promise<PresentedHit[]> {
  const { hits, meaning, presentation } = request;
  if (presentation.tags === null && !request.excerpts) return hits.map(({ document }) => asStored(document));
  const toShow = hitsToShow(request);
  const shown = await context.excerpts({ hits: toShow, ...presentation });
  const excerpts =
    meaning === null ? new Map() : await excerptsByMeaning({ toShow, shown, meaning, presentation }, context);
  return shown.map(({ title, excerpt }, index) => ({ title, excerpt: excerpts.get(index) ?? excerpt }));
}

function hitsToShow({ query, parts, hits, matched, ...request }: HitsToPresent): HitToShow[] {
  // A semantic search may find documents in several languages: the query is analysed once for each.
  const read = new Map<Language, MatchedForms>();
  const written = request.language ?? detectLanguage(query);
  const wantedIn = (language: Language): MatchedForms => {
    if (matched !== null) return matched;
    const forms = read.get(language) ?? formsIn(language, parts, written);
    read.set(language, forms);
    return forms;
  };
  return hits.map((hit) => {
    const { title, language } = hit.document;
    return { title, language, wanted: wantedIn(language), content: hit.content, passage: bestPassage(hit) };
  });
}

function formsIn(language: Language, parts: readonly QueryPart[], written: Language | null): MatchedForms {
  const parsed = parseParts(parts, language);
  const own = written === null || written === language ? parsed : parseParts(parts, written);
  return { ...formsOf(withStopWordsOf(parsed, own)), typos: [] };
}

/** Excerpts of the hits that no word of the query matched, by their index on the page. */
async function excerptsByMeaning(
  { toShow, shown, meaning, presentation }: ShownByWords,
  context: OperationContext,
): Promise<Map<number, string>> {
  const unmatched = shown.flatMap(({ sentences }, index) => {
    const { title, content, language } = toShow[index];
    return content === null || sentences.length === 0 ? [] : [{ index, title, content, language, sentences }];
  });
  const chosen = await chooseSentences(unmatched, meaning, context);
  return new Map(
    unmatched.map(({ index, title, content }, i) => {
      const from = afterRepeatedTitle(content, title);
      return [index, makeExcerpt(content, { matches: [], fallback: chosen[i], from, ...presentation })];
    }),
  );
}

function asStored({ title }: DocumentHead): PresentedHit {
  return { title, excerpt: null };
}

/** Where the best passage is in the content. Only a semantic search knows it. */
function bestPassage({ content, passage, passages }: FoundDocument): Passage | null {
  return content === null || passage === null ? null : (passages[passage] ?? null);
}

/** A content with the sentences that an excerpt may show. */
interface SentencesToChooseFrom {
  content: string;
  language: Language;
  sentences: readonly TextRange[];
}

/** Only the beginning of longer sentences is embedded. In UTF-16 units. */
const LONGEST_READ = 300;

/** Contents per call of the encoder, some tens of milliseconds: other requests get their turn in between. */
const CONTENTS_AT_ONCE = 10;

/** Sorts the sentences of each content by similarity to the query. They are embedded before any waiting import. */
async function chooseSentences(
  contents: readonly SentencesToChooseFrom[],
  query: Float32Array,
  { embedder }: Pick<OperationContext, 'embedder'>,
): Promise<TextRange[][]> {
  const chosen: TextRange[][] = [];
  for (let start = 0; start < contents.length; start += CONTENTS_AT_ONCE) {
    const some = contents.slice(start, start + CONTENTS_AT_ONCE);
    // Excerpts must not make a search fail: without the encoder, sentences keep their order.
    const embeddings = await embedder.embed(some.flatMap(sentenceTexts)).catch(() => null);
    if (embeddings === null) return contents.map(({ sentences }, i) => chosen[i] ?? [...sentences]);
    chosen.push(...nearestFirst(some, embeddings, query));
  }
  return chosen;
}

/** `embeddings` has those of all sentences of all contents, in order. */
function nearestFirst(
  contents: readonly SentencesToChooseFrom[],
  embeddings: readonly Embedding[],
  query: Float32Array,
): TextRange[][] {
  let next = 0;
  return contents.map(({ sentences }) => {
    const scored = sentences.map((sentence) => ({ sentence, similarity: dot(query, embeddings[next++].vector) }));
    return scored.sort((a, b) => b.similarity - a.similarity).map(({ sentence }) => sentence);
  });
}

function sentenceTexts({ content, language, sentences }: SentencesToChooseFrom): TextToEmbed[] {
  return sentences.map(({ start, end }) => ({
    text: content.slice(start, Math.min(end, start + LONGEST_READ)),
    language,
    kind: 'sentence',
  }));
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
