import type { Document } from '../../domain/document/document.js';
import type { Passage } from '../../domain/document/vectors.js';
import type { FoundPassage } from '../../engine/engine.js';
import type { OperationContext } from '../context.js';
import { visible } from '../tenancy.js';

export interface QuotedPassage {
  /** Word for word from the content; the title where there is no content. */
  text: string;
  /** Where it begins in the content, in UTF-16 units. */
  start: number;
  document: Document;
}

/** Reads the passages that an engine found. Each document is read once, however many of its passages were found. */
export class PassageReader {
  readonly #read = new Map<string, { document: Document; passages: readonly Passage[] } | null>();

  constructor(private readonly context: Pick<OperationContext, 'caller' | 'collection' | 'embedder'>) {}

  /** Null where the document was deleted or changed since the passage was found. */
  quote({ id, passage }: Pick<FoundPassage, 'id' | 'passage'>): QuotedPassage | null {
    const found = this.#find(id);
    const range = found?.passages[passage];
    if (found === null || range === undefined) return null;
    const { title, content } = found.document;
    const text = content === null || range.start === range.end ? title : content.slice(range.start, range.end);
    return { text, start: range.start, document: found.document };
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
