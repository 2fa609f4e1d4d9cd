import type { Document } from '../../domain/document/document.js';
import { allOf } from '../../domain/errors/error.js';
import type { OperationContext } from '../context.js';
import { documentNotFound, isDocumentId } from '../documents/document-id.js';
import { visible } from '../tenancy.js';

/** A document that others are compared with; `param` is where the request names it. */
export function findSource(id: string, param: string, context: OperationContext): Document {
  return findSources([{ id, param }], context)[0];
}

/** The documents in their order. Where some are missing the request is refused, and all of those are named. */
export function findSources(
  sources: readonly { id: string; param: string }[],
  { caller, collection }: OperationContext,
): Document[] {
  const found = sources.map(({ id }) => (isDocumentId(id) ? visible(caller, collection.documents.get(id)) : null));
  const missing = sources.filter((_, index) => found[index] === null);
  if (missing.length > 0) throw allOf(missing.map(({ id, param }) => documentNotFound(id, param)));
  return found.filter((document) => document !== null);
}
