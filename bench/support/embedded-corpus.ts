import type { Change } from '../../src/domain/document/document.js';
import type { EmbeddedPassages } from '../../src/domain/document/vectors.js';
import { quantize, underTitle } from '../../src/domain/document/vectors.js';
import { Indexer } from '../../src/engine/embedded/index/indexer.js';
import { LiveSegments } from '../../src/engine/embedded/index/live-segments.js';
import { findDocuments } from '../../src/engine/embedded/query/find-documents.js';
import type { Findings, TextQuery } from '../../src/engine/engine.js';
import type { Embedder } from '../../src/inference/embedder.js';
import { splitIntoPassages } from '../../src/text/passages/passages.js';
import { queryTools } from '../../testing/query-tools.js';
import type { RetrievalText } from './retrieval-set.js';

const BATCH = 64;

/** A corpus in the engine, indexed and embedded as the service does it, without threads and files. No embedder: no vectors. */
export class EmbeddedCorpus {
  readonly #segments = new LiveSegments();
  readonly #indexer = new Indexer('');
  readonly #embedder: Pick<Embedder, 'space' | 'embed'> | null;
  readonly #language: string;
  /** One for all queries, as in a query thread. */
  readonly #tools = queryTools(Number.POSITIVE_INFINITY);
  #sequence = 0;

  constructor(embedder: Pick<Embedder, 'space' | 'embed'> | null, language: string) {
    this.#embedder = embedder;
    this.#language = language;
  }

  async add(texts: readonly RetrievalText[], progress: (done: number) => void): Promise<void> {
    for (let from = 0; from < texts.length; from += BATCH) {
      const batch = texts.slice(from, from + BATCH);
      const embedded = await this.#embed(batch);
      const changes = batch.map((text, i) => this.#change(text, embedded[i]));
      this.#segments.take(this.#indexer.apply(changes));
      progress(from + batch.length);
    }
  }

  find(text: TextQuery, limit = 10): Findings {
    const sort = [{ field: '_score', order: 'desc', missing: '_last' } as const];
    const timeLimit = 60_000;
    const window = { offset: 0, limit };
    const plan = { scope: [], filter: null, text, sort, window, facets: [], timeLimit };
    return findDocuments(this.#segments.list(), plan, this.#tools);
  }

  async #embed(texts: readonly RetrievalText[]): Promise<EmbeddedPassages[]> {
    const passages = texts.map(({ text }) => splitIntoPassages(text, this.#language));
    const embedder = this.#embedder;
    if (embedder === null) return passages.map((ranges) => ({ passages: ranges, vectors: [] }));
    const embedded = await embedder.embed(
      texts.flatMap(({ title, text }, i) =>
        passages[i].map(({ start, end }) => ({
          text: underTitle(title, text.slice(start, end)),
          language: this.#language,
          kind: 'passage' as const,
        })),
      ),
    );
    let next = 0;
    return passages.map((ranges) => ({
      passages: ranges,
      vectors: [{ space: embedder.space, codes: ranges.map(() => quantize(embedded[next++].vector)) }],
    }));
  }

  #change({ id, title, text }: RetrievalText, { passages, vectors }: EmbeddedPassages): Change {
    const document = {
      id: documentId(id),
      title: title.slice(0, 250) || 'untitled',
      content: text,
      language: this.#language,
      tenantId: 'bench',
      metadata: null,
      sourceUri: null,
      createdAt: 0,
      updatedAt: 0,
    };
    return { kind: 'put', sequence: ++this.#sequence, document, vectors, ...(passages.length > 1 && { passages }) };
  }
}

/** Ids of data sets have characters that are not allowed in ours. */
export function documentId(id: string): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, '_');
}
