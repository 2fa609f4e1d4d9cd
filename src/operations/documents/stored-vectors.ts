import type { Document } from '../../domain/document.js';
import type { DocumentVectors } from '../../domain/passage.js';
import type { OperationContext } from '../context.js';

/** Whether both documents are embedded to the same vectors. */
export function hasSameText(one: Document, other: Document): boolean {
  return one.title === other.title && one.content === other.content && one.language === other.language;
}

/** The vectors that are stored of a document with the same id and text, if they are of the space that is in use. */
export function storedVectors(
  document: Document,
  { collection, embedder }: Pick<OperationContext, 'collection' | 'embedder'>,
): DocumentVectors | null {
  const stored = collection.documents.get(document.id);
  if (stored === null || !hasSameText(stored, document)) return null;
  const vectors = collection.documents.vectors(document.id);
  return vectors?.space === embedder.space ? vectors : null;
}
