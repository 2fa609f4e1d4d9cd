import type { OperationContext } from '../context.js';
import { countDocumentTokens } from '../documents/embed-documents.js';
import { requireTenants } from '../tenancy.js';
import { findPage, type Page, type PageRequest } from './find-page.js';
import { findSources } from './find-source.js';

interface WeightedSource {
  id: string;
  /** Above 0, at most 1. */
  weight: number;
}

export interface SimilarRequest extends Omit<PageRequest, 'facets'> {
  sources: readonly WeightedSource[];
}

/** Documents that are near to the sources in meaning, to the heavier ones above all. The sources are not among them. */
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
