import type { OperationContext } from '../context.js';
import { countDocumentTokens } from '../documents/embed-documents.js';
import { findSource, findSources } from '../documents/read-documents.js';
import { requireTenants } from '../tenancy.js';
import { findPage, type Page, type PageRequest } from './find-page.js';

interface WeightedSource {
  id: string;
  /** Above 0, at most 1. */
  weight: number;
}

interface SimilarRequest extends Omit<PageRequest, 'facets'> {
  sources: readonly WeightedSource[];
}

/** Documents that are similar to the sources in meaning, weighted by source. The sources are not among them. */
export async function findSimilar(
  request: SimilarRequest,
  context: OperationContext,
): Promise<Page & { semanticTokens: number }> {
  const { sources } = request;
  if (request.tenantIds !== null) requireTenants(context.caller, request.tenantIds);
  const documents = await findSources(
    sources.map(({ id }, index) => ({ id, param: `source_documents[${index}].id` })),
    context,
  );
  const { embedder, scale } = context;
  const page = await findPage(
    { ...request, facets: [] },
    { kind: 'similar', sources, space: embedder.space, scale },
    context,
  );
  const tokens = await countDocumentTokens(documents, context);
  return { semanticTokens: tokens.reduce((sum, count) => sum + count, 0), ...page };
}

interface DuplicatesRequest extends Omit<PageRequest, 'facets'> {
  documentId: string;
}

/** Copies of a document, even with small changes. The document is not among them. */
export async function findDuplicates(
  request: DuplicatesRequest,
  context: OperationContext,
): Promise<Page & { semanticTokens: number }> {
  if (request.tenantIds !== null) requireTenants(context.caller, request.tenantIds);
  const document = await findSource(request.documentId, 'document_id', context);
  const page = await findPage({ ...request, facets: [] }, { kind: 'duplicates', id: document.id }, context);
  const [semanticTokens] = await countDocumentTokens([document], context);
  return { semanticTokens, ...page };
}
