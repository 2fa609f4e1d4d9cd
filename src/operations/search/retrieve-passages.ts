import type { Document, DocumentHead } from '../../domain/document.js';
import type { Clause, Filter } from '../../domain/filter.js';
import type { Language } from '../../domain/language.js';
import type { Passage } from '../../domain/passage.js';
import { type ConfidenceLevel, confidenceLevel } from '../../domain/score.js';
import type { FoundPassage } from '../../engine/engine.js';
import type { OperationContext } from '../context.js';
import { visible } from '../tenancy.js';
import { embedQuery } from './embed-query.js';
import { searchScope } from './find-page.js';

export interface RetrieveRequest {
  query: string;
  cutoff: number;
  documentIds: readonly string[] | null;
  tenantIds: readonly string[] | null;
  /** Null for documents of all languages. */
  language: Language | null;
  filter: Filter | null;
  limit: number;
}

export interface RetrievedPassage {
  text: string;
  document: DocumentHead;
  confidence: ConfidenceLevel;
}

export interface RetrievedPassages {
  data: RetrievedPassage[];
  semanticTokens: number;
}

/** The passages that are nearest to the query in meaning, best first, word for word as they stand in the documents. */
export async function retrievePassages(
  request: RetrieveRequest,
  context: OperationContext,
): Promise<RetrievedPassages> {
  const scope = [...searchScope(request, context), ...documentScope(request.documentIds)];
  const { semantic, tokens } = await embedQuery(request, context);
  const found = await context.collection.engine.findPassages({
    scope,
    filter: request.filter,
    semantic,
    limit: request.limit,
  });
  const documents = new DocumentReader(context);
  return { data: found.flatMap((passage) => documents.quote(passage) ?? []), semanticTokens: tokens };
}

function documentScope(documentIds: readonly string[] | null): Clause[] {
  return documentIds === null ? [] : [{ kind: 'ids', values: [...documentIds] }];
}

/** Reads each document once, however many of its passages were found. */
class DocumentReader {
  readonly #read = new Map<string, { document: Document; passages: readonly Passage[] } | null>();

  constructor(private readonly context: OperationContext) {}

  /** Null where the document was deleted or changed since the passage was found. */
  quote({ id, passage, score }: FoundPassage): RetrievedPassage | null {
    const found = this.#find(id);
    const range = found?.passages[passage];
    if (found === null || range === undefined) return null;
    const { title, content } = found.document;
    const text = content === null || range.start === range.end ? title : content.slice(range.start, range.end);
    return { text, document: found.document, confidence: confidenceLevel(score) };
  }

  #find(id: string): { document: Document; passages: readonly Passage[] } | null {
    let found = this.#read.get(id);
    if (found === undefined) {
      const { caller, collection, embedder } = this.context;
      const document = visible(caller, collection.documents.get(id));
      found = document && { document, passages: collection.documents.vectors(id, embedder.space)?.passages ?? [] };
      this.#read.set(id, found);
    }
    return found;
  }
}
