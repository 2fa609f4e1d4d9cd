import type { Document } from '../../domain/document/document.js';
import type { DocumentVectors } from '../../domain/document/vectors.js';
import type { OperationContext } from '../context.js';

/** Whether both documents are embedded to the same vectors. */
export function hasSameText(one: Document, other: Document): boolean {
  return one.title === other.title && one.content === other.content && one.language === other.language;
}

/** The vectors that are stored of a document with the same id and text, of the encoder's space. */
export function storedVectors(
  document: Document,
  { collection, embedder }: Pick<OperationContext, 'collection' | 'embedder'>,
): DocumentVectors | null {
  const stored = collection.documents.get(document.id);
  if (stored === null || !hasSameText(stored, document)) return null;
  return collection.documents.vectors(document.id, embedder.space);
}
