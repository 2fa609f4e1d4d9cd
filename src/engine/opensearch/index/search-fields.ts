import { createHash } from 'node:crypto';
import type { DocumentWithVectors } from '../../../domain/document/document.js';
import type { DocumentVectors } from '../../../domain/document/vectors.js';
import { isWordless } from '../../../text/minhash.js';
import { type AnalysedText, stemmedTerms } from '../../document/analysed-text.js';
import { type FlatDocument, flattenDocument } from '../../document/flat-document.js';
import { metadataEntries } from './metadata-entries.js';
import { distinctTokens, pairTokens, stemTokens, stemTokensIn, termToken, termTokens } from './word-tokens.js';

/** The search fields of each document as JSON, which is several times as long as its content. */
export function searchFieldsAsJson(documents: readonly DocumentWithVectors[]): string[] {
  return documents.map((stored) => JSON.stringify(searchFields(stored)));
}

/** The names of spaces may have any characters. */
export function vectorName(space: string): string {
  return `vector_${createHash('sha256').update(space).digest('hex').slice(0, 20)}`;
}

/** All but the id, which the storage adds. */
export function searchFields(stored: DocumentWithVectors): Record<string, unknown> {
  const { document, vectors } = stored;
  const flat = flattenDocument(stored);
  return {
    title: document.title,
    tenant_id: document.tenantId,
    language: document.language,
    ...(document.sourceUri === null ? null : { source_uri: document.sourceUri }),
    created_at: document.createdAt,
    updated_at: document.updatedAt,
    metadata: metadataEntries(flat),
    words: wordFields(stored, flat),
    minhash: isWordless(flat.signature) ? [] : minhashBands(flat.signature),
    passages: passageFields(vectors),
  };
}

function wordFields({ document, passages = [] }: DocumentWithVectors, { language, texts }: FlatDocument) {
  const { title, content } = texts;
  const stemTokensOf = stemTokensIn(language);
  const opening = [...title.positions].flatMap(([term, [first]]) => (first === 0 ? [termToken(term, language)] : []));
  return {
    title: termTokens(title, language),
    content: termTokens(content, language),
    title_stems: stemTokens(title, stemTokensOf),
    content_stems: stemTokens(content, stemTokensOf),
    title_pairs: pairTokens(document.title, language),
    content_pairs: pairTokens(document.content ?? '', language),
    // Without language: a filter names it.
    title_match: distinctStems(title),
    content_match: distinctStems(content),
    any: distinctTokens([title, content], language, stemTokensOf),
    title_opening: opening,
    title_length: title.length,
    content_length: content.length,
    passages: Math.max(1, passages.length),
  };
}

function distinctStems(text: AnalysedText): string[] {
  return [...new Set(Array.from(stemmedTerms(text), ({ stem }) => stem))];
}

/** Each byte of a MinHash signature with its place: documents have as many bands in common as their signatures have bytes. */
export function minhashBands(signature: Uint8Array): string[] {
  return Array.from(signature, (byte, place) => ((place << 8) | byte).toString(16).padStart(4, '0'));
}

/** One for each passage, in order, so that a nested hit's offset is the number of its passage. */
function passageFields(vectors: readonly DocumentVectors[]): Record<string, number[]>[] {
  const passages: Record<string, number[]>[] = [];
  for (const { space, codes } of vectors) {
    codes.forEach((vector, number) => {
      passages[number] ??= {};
      // The cluster takes no vector without a direction.
      if (vector.some((code) => code !== 0)) passages[number][vectorName(space)] = Array.from(vector);
    });
  }
  return passages;
}
