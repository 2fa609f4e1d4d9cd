import type { Document } from '../../domain/document/document.js';
import { type DocumentVectors, quantize, underTitle } from '../../domain/document/vectors.js';
import type { TextToEmbed } from '../../inference/embedder.js';
import type { TextRange } from '../../text/text-range.js';
import type { OperationContext } from '../context.js';
import { storedVectors } from './stored-vectors.js';

export interface EmbeddedDocument {
  /** Of the served space, and of the next one where there is one. */
  vectors: readonly DocumentVectors[];
  /** What the served encoder's tokenizer makes of title and content. */
  tokens: number;
}

type EmbeddingContext = Pick<OperationContext, 'collection' | 'split' | 'embedder'>;

/** A document and where its passages are: at least one, an empty one for a document that is its title alone. */
interface DividedDocument {
  document: Document;
  passages: readonly TextRange[];
}

const TITLE_ALONE: TextRange = { start: 0, end: 0 };

/**
 * The vectors of documents that are about to be stored. Where the next encoder fails they go without its vectors: it
 * must not keep anyone from writing, and whoever embeds the older documents for it comes to these as well.
 */
export async function embedDocuments(
  documents: readonly Document[],
  context: EmbeddingContext & Pick<OperationContext, 'nextEmbedder'>,
): Promise<EmbeddedDocument[]> {
  const { nextEmbedder } = context;
  const [served, next] = await Promise.all([
    embedInSpace(documents, context),
    nextEmbedder && embedInSpace(documents, { ...context, embedder: nextEmbedder }).catch(() => null),
  ]);
  return served.map(({ vectors, tokens }, index) => ({
    vectors: next === null ? [vectors] : [vectors, next[index].vectors],
    tokens,
  }));
}

interface DocumentInSpace {
  vectors: DocumentVectors;
  tokens: number;
}

/**
 * The vectors of one encoder. Documents whose text is stored already keep theirs. The others are embedded together, so
 * that the encoder has full batches.
 */
export async function embedInSpace(
  documents: readonly Document[],
  context: EmbeddingContext,
): Promise<DocumentInSpace[]> {
  const kept = documents.map((document) => storedVectors(document, context));
  const isKept = (_: unknown, index: number) => kept[index] !== null;
  const [embedded, counted] = await Promise.all([
    embedFresh(
      documents.filter((_, index) => kept[index] === null),
      context,
    ),
    countDocumentTokens(documents.filter(isKept), context),
  ]);
  let nextFresh = 0;
  let nextKept = 0;
  return kept.map((vectors) => (vectors === null ? embedded[nextFresh++] : { vectors, tokens: counted[nextKept++] }));
}

/** What the tokenizer makes of title and content of documents, whether or not they are embedded. */
export async function countDocumentTokens(
  documents: readonly Document[],
  context: EmbeddingContext,
): Promise<number[]> {
  if (documents.length === 0) return [];
  const divided = await Promise.all(documents.map((document) => divideAsStored(document, context)));
  return sumTokens(divided, await context.embedder.countTokens(divided.flatMap(textsOf)), context);
}

async function embedFresh(documents: readonly Document[], context: EmbeddingContext): Promise<DocumentInSpace[]> {
  if (documents.length === 0) return [];
  const { embedder } = context;
  const divided = await divide(documents, context);
  const embeddings = await embedder.embed(divided.flatMap(textsOf));
  const tokens = await sumTokens(
    divided,
    embeddings.map(({ tokens }) => tokens),
    context,
  );
  let next = 0;
  return divided.map(({ passages }, index) => ({
    vectors: {
      space: embedder.space,
      passages: passages.map(({ start, end }) => ({ start, end, codes: quantize(embeddings[next++].vector) })),
    },
    tokens: tokens[index],
  }));
}

/** The title is read with every passage, and counted once. */
async function sumTokens(
  divided: readonly DividedDocument[],
  tokensOfPassages: readonly number[],
  { embedder }: EmbeddingContext,
): Promise<number[]> {
  const severalPassages = divided.filter(({ passages }) => passages.length > 1);
  const titles = severalPassages.map(({ document }) => passageText(document, TITLE_ALONE));
  const tokensOfTitles = titles.length === 0 ? [] : await embedder.countTokens(titles);
  let next = 0;
  let nextTitle = 0;
  return divided.map(({ passages }) => {
    const tokens = tokensOfPassages.slice(next, next + passages.length);
    const sum = tokens.reduce((a, b) => a + b, 0);
    next += passages.length;
    if (passages.length <= 1) return sum;
    // An encoder elsewhere may count otherwise than we do: never less than one of the passages.
    return Math.max(...tokens, sum - (passages.length - 1) * tokensOfTitles[nextTitle++]);
  });
}

async function divideAsStored(document: Document, context: EmbeddingContext): Promise<DividedDocument> {
  const stored = storedVectors(document, context);
  if (stored !== null) return { document, passages: stored.passages };
  const [divided] = await divide([document], context);
  return divided;
}

async function divide(documents: readonly Document[], { split }: EmbeddingContext): Promise<DividedDocument[]> {
  const texts = documents.map(({ content, language }) => ({ content: content ?? '', language }));
  const ranges = await split(texts);
  return documents.map((document, index) => ({
    document,
    passages: ranges[index].length > 0 ? ranges[index] : [TITLE_ALONE],
  }));
}

function textsOf({ document, passages }: DividedDocument): TextToEmbed[] {
  return passages.map((passage) => passageText(document, passage));
}

function passageText({ title, content, language }: Document, { start, end }: TextRange): TextToEmbed {
  const text = content === null || start === end ? title : underTitle(title, content.slice(start, end));
  return { text, language, kind: 'passage' };
}
