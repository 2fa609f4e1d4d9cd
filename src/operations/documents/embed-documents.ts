import type { Document } from '../../domain/document/document.js';
import type { DocumentVectors, EmbeddedPassages, Passage } from '../../domain/document/vectors.js';
import { quantize, underTitle } from '../../domain/document/vectors.js';
import type { Embedder, TextToEmbed } from '../../inference/embedder.js';
import type { DocumentParts } from '../../storage/storage.js';
import type { OperationContext } from '../context.js';

export interface EmbeddedDocument {
  /** With vectors of the served encoder and, while it is being replaced, of the next one. */
  embedding: EmbeddedPassages;
  /** Tokens of title and content, counted by the tokenizer of the served encoder. */
  tokens: number;
}

type DividingContext = Pick<OperationContext, 'collection' | 'split'>;
type EmbeddingContext = DividingContext & Pick<OperationContext, 'embedder'>;

/** A document and its passages. A document without content has one empty passage. */
export interface DividedDocument {
  document: Document;
  passages: readonly Passage[];
  /** Vectors of these passages that are already stored. */
  vectors: readonly DocumentVectors[];
}

interface DocumentInSpace {
  vectors: DocumentVectors;
  tokens: number;
}

const TITLE_ALONE: Passage = { start: 0, end: 0 };

/** Whether both documents have the same vectors. */
export function hasSameText(one: Document, other: Document): boolean {
  return one.title === other.title && one.content === other.content && one.language === other.language;
}

/**
 * The vectors of documents that are about to be stored. If the next encoder fails, its vectors are left out: it must not
 * make writes fail, and re-embedding adds them later.
 */
export async function embedDocuments(
  documents: readonly Document[],
  context: EmbeddingContext & Pick<OperationContext, 'nextEmbedder'>,
): Promise<EmbeddedDocument[]> {
  const { embedder, nextEmbedder } = context;
  const divided = await divideDocuments(documents, context);
  const [served, next] = await Promise.all([
    embedInSpace(divided, embedder),
    nextEmbedder && embedInSpace(divided, nextEmbedder).catch(() => null),
  ]);
  return divided.map(({ passages }, index) => {
    const { vectors, tokens } = served[index];
    return { embedding: { passages, vectors: next === null ? [vectors] : [vectors, next[index].vectors] }, tokens };
  });
}

/**
 * The vectors of one encoder. Documents with an unchanged text keep their stored vectors. The others are embedded
 * together, so that the encoder gets full batches.
 */
export async function embedInSpace(
  divided: readonly DividedDocument[],
  embedder: Embedder,
): Promise<DocumentInSpace[]> {
  const kept = divided.map(({ vectors }) => vectors.find(({ space }) => space === embedder.space) ?? null);
  const [embedded, counted] = await Promise.all([
    embedFresh(
      divided.filter((_, index) => kept[index] === null),
      embedder,
    ),
    countTokens(
      divided.filter((_, index) => kept[index] !== null),
      embedder,
    ),
  ]);
  let nextFresh = 0;
  let nextKept = 0;
  return kept.map((vectors) => (vectors === null ? embedded[nextFresh++] : { vectors, tokens: counted[nextKept++] }));
}

/** Divides documents into passages. Documents with an unchanged text keep their stored passages. */
export async function divideDocuments(
  documents: readonly Document[],
  context: DividingContext,
): Promise<DividedDocument[]> {
  const ids = documents.map(({ id }) => id);
  const stored = await context.collection.documents.getMany(ids, ['document', 'passages', 'vectors']);
  return divide(documents, stored, context);
}

/** The tokens of title and content of each document, without embedding it. */
export async function countDocumentTokens(
  documents: readonly Document[],
  context: EmbeddingContext,
): Promise<number[]> {
  const ids = documents.map(({ id }) => id);
  const stored = await context.collection.documents.getMany(ids, ['document', 'passages']);
  return countTokens(await divide(documents, stored, context), context.embedder);
}

type StoredText = Pick<DocumentParts, 'document' | 'passages'> & Partial<Pick<DocumentParts, 'vectors'>>;

async function divide(
  documents: readonly Document[],
  stored: readonly (StoredText | null)[],
  { split }: DividingContext,
): Promise<DividedDocument[]> {
  const kept = documents.map((document, index) => {
    const known = stored[index];
    return known !== null && known.passages.length > 0 && hasSameText(known.document, document) ? known : null;
  });
  const texts = documents.filter((_, index) => kept[index] === null);
  const ranges = texts.length === 0 ? [] : await split(texts.map(toDivide));
  let next = 0;
  return documents.map((document, index) => {
    const known = kept[index];
    if (known !== null) return { document, passages: known.passages, vectors: known.vectors ?? [] };
    const passages = ranges[next++];
    return { document, passages: passages.length > 0 ? passages : [TITLE_ALONE], vectors: [] };
  });
}

function toDivide({ content, language }: Document) {
  return { content: content ?? '', language };
}

async function countTokens(divided: readonly DividedDocument[], embedder: Embedder): Promise<number[]> {
  if (divided.length === 0) return [];
  return sumTokens(divided, await embedder.countTokens(divided.flatMap(textsOf)), embedder);
}

async function embedFresh(divided: readonly DividedDocument[], embedder: Embedder): Promise<DocumentInSpace[]> {
  if (divided.length === 0) return [];
  const embeddings = await embedder.embed(divided.flatMap(textsOf));
  const tokens = await sumTokens(
    divided,
    embeddings.map((embedding) => embedding.tokens),
    embedder,
  );
  let next = 0;
  return divided.map(({ passages }, index) => ({
    vectors: { space: embedder.space, codes: passages.map(() => quantize(embeddings[next++].vector)) },
    tokens: tokens[index],
  }));
}

/** The title is embedded with every passage, but counted once. */
async function sumTokens(
  divided: readonly DividedDocument[],
  tokensOfPassages: readonly number[],
  embedder: Embedder,
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
    // A remote encoder may count titles differently: the sum is at least that of the longest passage.
    return Math.max(...tokens, sum - (passages.length - 1) * tokensOfTitles[nextTitle++]);
  });
}

function textsOf({ document, passages }: DividedDocument): TextToEmbed[] {
  return passages.map((passage) => passageText(document, passage));
}

function passageText({ title, content, language }: Document, { start, end }: Passage): TextToEmbed {
  const text = content === null || start === end ? title : underTitle(title, content.slice(start, end));
  return { text, language, kind: 'passage' };
}
