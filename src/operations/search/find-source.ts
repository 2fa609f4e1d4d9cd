import type { Document } from '../../domain/document/document.js';
import { allOf } from '../../domain/errors/error.js';
import type { OperationContext } from '../context.js';
import { documentNotFound } from '../documents/document-id.js';
import { visibleDocuments } from '../documents/find-documents.js';

/** A document that others are compared with; `param` is where the request names it. */
export async function findSource(id: string, param: string, context: OperationContext): Promise<Document> {
  const [source] = await findSources([{ id, param }], context);
  return source;
}

/** The documents in their order. Where some are missing the request is refused, and all of those are named. */
export async function findSources(
  sources: readonly { id: string; param: string }[],
  context: OperationContext,
): Promise<Document[]> {
  const found = await visibleDocuments(
    sources.map(({ id }) => id),
    context,
  );
  const missing = sources.filter((_, index) => found[index] === null);
  if (missing.length > 0) throw allOf(missing.map(({ id, param }) => documentNotFound(id, param)));
  return found.filter((document) => document !== null);
}
