import type { OperationContext } from '../context.js';
import { countDocumentTokens } from '../documents/embed-documents.js';
import { requireTenants } from '../tenancy.js';
import { findPage, type Page, type PageRequest } from './find-page.js';
import { findSource } from './find-source.js';

export interface DuplicatesRequest extends Omit<PageRequest, 'facets'> {
  documentId: string;
}

/** Documents that are copies of another one, with small changes or large ones. It is not among them. */
export async function findDuplicates(
  request: DuplicatesRequest,
  context: OperationContext,
): Promise<Page & { semanticTokens: number }> {
  if (request.tenantIds !== null) requireTenants(context.caller, request.tenantIds);
  const document = await findSource(request.documentId, 'document_id', context);
  const text = { kind: 'duplicates', id: document.id, space: context.embedder.space } as const;
  const page = await findPage({ ...request, facets: [] }, text, context);
  const [semanticTokens] = await countDocumentTokens([document], context);
  return { semanticTokens, ...page };
}
