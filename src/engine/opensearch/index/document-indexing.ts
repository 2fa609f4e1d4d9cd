import type { DocumentWithVectors } from '../../../domain/document/document.js';
import type { DocumentIndexing } from '../../../opensearch/document-index.js';
import { hasUnspacedScript } from '../../../text/unspaced-scripts.js';
import { workerFile } from '../../../threads/callable-thread.js';
import { offload, TimeBudget } from '../../../threads/offload.js';
import { OnDemandThread } from '../../../threads/on-demand-thread.js';
import { searchFieldsAsJson, vectorName } from './search-fields.js';
import type { SearchFieldsMethods } from './search-fields-worker.js';
import { GAP, POSITION_SEPARATOR, TOKEN_SEPARATOR } from './word-tokens.js';

const KEYWORD = { type: 'keyword' };
/** Only looked for, never sorted or counted by. */
const LOOKED_UP = { type: 'keyword', doc_values: false };
const DATE = { type: 'date', format: 'epoch_millis' };
const TOKENS = { type: 'text', analyzer: 'tokens', similarity: 'frequency', norms: false };
const COUNT = { type: 'integer', index: false };

/** The index of documents: the field names of this file are what all queries of this folder ask for. */
export const DOCUMENT_INDEX: Omit<DocumentIndexing, 'fields'> = {
  version: 5,

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
};

/** What is analysed on the event loop at most, in UTF-16 units of all texts together: 2 ms of work. */
const LONGEST_INLINE = 2_048;
/**
 * Fraction of event-loop time (0–1) for that. A document that comes alone need not wait for a thread to start, but many of
 * them must not hold up everything else.
 */
const INLINE_TIME = 0.1;

/** What the thread analyses in one call. The result is five times as long as the texts, and is copied on the event loop. */
const LONGEST_CALL = 100_000;
const DOCUMENTS_IN_CALL = 20;

type IndexingThread = OnDemandThread<SearchFieldsMethods>;

export function indexingThread(): IndexingThread {
  return new OnDemandThread(workerFile(import.meta.url, './search-fields-worker.js'));
}

/** How documents are indexed in a cluster. Who opens the thread closes it, once nothing is written any more. */
export function documentIndexing(thread: IndexingThread): DocumentIndexing {
  const analyse = offload({
    inline: searchFieldsAsJson,
    inThread: (documents: readonly DocumentWithVectors[]) =>
      thread.call('searchFieldsAsJson', documents.map(withOwnVectors)),
    isSmall: hasShortTexts,
    inlineBudget: new TimeBudget(INLINE_TIME),
  });
  return {
    ...DOCUMENT_INDEX,
    async fields(documents) {
      const all: string[] = [];
      // One call after the other, so that a single document is not held up by all of an import.
      for (const part of inCalls(documents)) all.push(...(await analyse(part)));
      return all;
    },
  };
}

function hasShortTexts(documents: readonly DocumentWithVectors[]): boolean {
  return totalLength(documents) <= LONGEST_INLINE && !documents.some(({ document }) => isUnspaced(document));
}

/** Words have to be found with a dictionary, which takes fifty times as long. */
function isUnspaced({ title, content }: DocumentWithVectors['document']): boolean {
  return hasUnspacedScript(title) || hasUnspacedScript(content ?? '');
}

function* inCalls(documents: readonly DocumentWithVectors[]): Generator<DocumentWithVectors[]> {
  let part: DocumentWithVectors[] = [];
  for (const stored of documents) {
    const isFull = part.length >= DOCUMENTS_IN_CALL || totalLength([...part, stored]) > LONGEST_CALL;
    if (isFull && part.length > 0) {
      yield part;
      part = [];
    }
    part.push(stored);
  }
  if (part.length > 0) yield part;
}

function totalLength(documents: readonly DocumentWithVectors[]): number {
  return documents.reduce((sum, { document }) => sum + document.title.length + (document.content?.length ?? 0), 0);
}

/** Copies, because posting a view into a batch of vectors would copy the whole batch. */
function withOwnVectors({ document, passages, vectors }: DocumentWithVectors): DocumentWithVectors {
  const own = vectors.map(({ space, codes }) => ({ space, codes: codes.map((vector) => vector.slice()) }));
  return { document, passages, vectors: own };
}
