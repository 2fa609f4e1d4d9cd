import { createHash } from 'node:crypto';
import type { DocumentWithVectors } from '../../../domain/document/document.js';
import type { DocumentVectors } from '../../../domain/document/vectors.js';
import type { DocumentIndexing } from '../../../opensearch/document-index.js';
import { isWordless } from '../../../text/minhash.js';
import { type FlatDocument, flattenDocument } from '../../document/flat-document.js';
import { metadataEntries } from './metadata-entries.js';
import {
  distinctTokens,
  GAP,
  POSITION_SEPARATOR,
  pairTokens,
  stemTokens,
  stemTokensIn,
  TOKEN_SEPARATOR,
  termToken,
  termTokens,
} from './word-tokens.js';

const KEYWORD = { type: 'keyword' };
/** Only looked for, never sorted or counted by. */
const LOOKED_UP = { type: 'keyword', doc_values: false };
const DATE = { type: 'date', format: 'epoch_millis' };
const TOKENS = { type: 'text', analyzer: 'tokens', similarity: 'frequency', norms: false };
const COUNT = { type: 'integer', index: false };

/** How documents are indexed in a cluster: the field names of this file are what all queries of this folder ask for. */
export const DOCUMENT_INDEXING: DocumentIndexing = {
  version: 1,

  settings: () => ({
    knn: true,
    // `_source` has the vectors as they are stored, so that the ones that are searched need not be put together for it.
    'knn.derived_source.enabled': false,
    refresh_interval: '5s',
    max_inner_result_window: 1000,
    max_regex_length: 5000,
    max_docvalue_fields_search: 10,
    mapping: { nested_objects: { limit: 100_000 } },
    analysis: {
      tokenizer: {
        positions: { type: 'char_group', tokenize_on_chars: [POSITION_SEPARATOR], max_token_length: 100_000 },
      },
      filter: {
        gaps: { type: 'stop', stopwords: [GAP] },
        tokens: { type: 'pattern_capture', preserve_original: false, patterns: [`([^${TOKEN_SEPARATOR}]+)`] },
      },
      analyzer: { tokens: { type: 'custom', tokenizer: 'positions', filter: ['gaps', 'tokens'] } },
    },
    // A term scores as often as it occurs. The scripts of `scripts.ts` make BM25 of that.
    similarity: { frequency: { type: 'scripted', script: { source: 'return query.boost * doc.freq;' } } },
  }),

  mappings: () => ({
    id: KEYWORD,
    title: KEYWORD,
    tenant_id: KEYWORD,
    language: KEYWORD,
    source_uri: KEYWORD,
    created_at: DATE,
    updated_at: DATE,
    metadata: {
      type: 'nested',
      properties: {
        path: KEYWORD,
        value: KEYWORD,
        type: KEYWORD,
        array: { type: 'boolean' },
        number: { type: 'double' },
        date: DATE,
        written: LOOKED_UP,
      },
    },
    words: {
      properties: {
        title: TOKENS,
        content: TOKENS,
        title_stems: { ...TOKENS, index_options: 'freqs' },
        content_stems: { ...TOKENS, index_options: 'freqs' },
        title_pairs: TOKENS,
        content_pairs: TOKENS,
        title_match: LOOKED_UP,
        content_match: LOOKED_UP,
        any: LOOKED_UP,
        title_opening: LOOKED_UP,
        title_length: COUNT,
        content_length: COUNT,
        passages: COUNT,
      },
    },
    minhash: LOOKED_UP,
    passages: { type: 'nested', properties: {} },
  }),

  spaceMapping: (space, dimensions) => ({
    passages: {
      type: 'nested',
      properties: {
        [vectorName(space)]: {
          type: 'knn_vector',
          dimension: dimensions,
          data_type: 'byte',
          method: { name: 'hnsw', engine: 'lucene', space_type: 'cosinesimil' },
        },
      },
    },
  }),

  fields: (stored) => searchFields(stored),
};

/** The names of spaces may have any characters. */
export function vectorName(space: string): string {
  return `vector_${createHash('sha256').update(space).digest('hex').slice(0, 20)}`;
}

function searchFields(stored: DocumentWithVectors): Record<string, unknown> {
  const { document, vectors } = stored;
  const flat = flattenDocument(stored);
  return {
    id: document.id,
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
    title_match: [...new Set(title.stems.values())],
    content_match: [...new Set(content.stems.values())],
    any: distinctTokens([title, content], language, stemTokensOf),
    title_opening: opening,
    title_length: title.length,
    content_length: content.length,
    passages: Math.max(1, passages.length),
  };
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
