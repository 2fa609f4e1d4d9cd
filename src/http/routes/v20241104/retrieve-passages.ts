import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { type RetrievedPassage, retrievePassages } from '../../../operations/search/retrieve-passages.js';
import { defaultsTo } from '../../schemas/checked.js';
import * as list from '../../schemas/list-parameters.js';
import {
  answers,
  confidence,
  documentHead,
  EXAMPLE_DOCUMENT,
  EXAMPLE_HEAD,
  echoes,
  enveloped,
  exampleEnvelope,
  exampleUsage,
  filterEcho,
} from '../../schemas/responses.js';
import { appliedSynonyms } from '../../schemas/rule-responses.js';
import * as search from '../../schemas/search-parameters.js';
import { operationContext, type Services } from '../../services.js';
import { appliedRulesView } from '../../views/rule-views.js';
import { envelope, headView } from '../../views/views.js';
import type { TypedServer } from '../route.js';

export const retrieveRequest = Type.Object(
  {
    query: search.queryOfLength(10_000),
    ai_search_cutoff_score: search.cutoff,
    document_id: Type.Optional(search.documentIds),
    filter: Type.Optional(list.filter),
    language: search.searchLanguage,
    multilingual_search: search.multilingualSearch,
    rerank: Type.Optional(
      Type.Boolean({
        description:
          'Reads the first twenty passages with the query, which takes some 20 ms each, and puts those first that answer it. For questions.',
      }),
    ),
    retrieval_limit: defaultsTo(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of passages.' }),
      10,
    ),
    tenant_id: Type.Optional(list.tenantIds),
  },
  { additionalProperties: false, examples: [{ query: 'Why are there tides?', retrieval_limit: 5 }] },
);

const { id: _, metadata: __, ...head } = documentHead;

export const passage = Type.Object(
  {
    passage: Type.String({
      description:
        'Verbatim text from the content, or the title if there is no content. Above it the header line of a table that it begins in the middle of.',
    }),
    document_id: Type.String(),
    ...head,
    confidence_level: confidence,
  },
  { title: 'Passage' },
);

const retrieveResult = enveloped('retrieve_result', {
  query: Type.String(),
  data: Type.Array(passage),
  total_number_of_results: Type.Integer({ description: 'Number of passages returned.' }),
  document_id: echoes.tenant_id,
  tenant_id: echoes.tenant_id,
  filter: filterEcho,
  language: echoes.language,
  multilingual_search: Type.Boolean(),
  rerank: Type.Optional(Type.Boolean({ description: 'Only if it was in the request.' })),
  retrieval_limit: Type.Integer(),
  ai_search_cutoff_score: Type.Integer(),
  ...appliedSynonyms,
});

const { id: exampleId, metadata: ___, ...exampleHead } = EXAMPLE_HEAD;

const EXAMPLE = {
  ...exampleEnvelope('retrieve_result', '/v20241104/retrieve'),
  ...exampleUsage(7),
  query: 'Why are there tides?',
  data: [{ passage: EXAMPLE_DOCUMENT.content, document_id: exampleId, ...exampleHead, confidence_level: 'high' }],
  total_number_of_results: 1,
  document_id: null,
  tenant_id: null,
  filter: null,
  language: 'en',
  multilingual_search: false,
  retrieval_limit: 5,
  ai_search_cutoff_score: 50,
};

export function retrievePassagesRoute(server: TypedServer, services: Services): void {
  server.post(
    '/retrieve',
    {
      // A query of 10,000 characters is embedded in many pieces, and passages may be read once more.
      config: { scope: 'read', work: 'generation' },
      schema: {
        operationId: 'retrievePassages',
        tags: ['Search'],
        summary: 'Retrieve passages',
        description:
          'Finds the passages that are closest to the query in meaning, or have its words, best first, for example as context ' +
          'for a language model. Several passages can come from one document; no passage is returned twice.',
        body: retrieveRequest,
        response: answers(retrieveResult, EXAMPLE),
      },
    },
    (request) => answerRetrieval(request.body, services, request),
  );
}

type RetrieveBody = Static<typeof retrieveRequest>;

export async function answerRetrieval(body: RetrieveBody, services: Services, request: FastifyRequest) {
  const { query, document_id = null, tenant_id = null, filter, language, multilingual_search } = body;
  const { rerank, retrieval_limit, ai_search_cutoff_score } = body;
  const asked = {
    query,
    cutoff: ai_search_cutoff_score,
    documentIds: document_id,
    tenantIds: tenant_id,
    language: multilingual_search ? null : language,
    filter: filter?.filter ?? null,
    limit: retrieval_limit,
    rerank: rerank === true,
  };
  const found = await retrievePassages(asked, operationContext(services, request));
  const { data, semanticTokens } = found;
  return {
    query,
    data: data.map(passageView),
    total_number_of_results: data.length,
    document_id,
    tenant_id,
    filter: filter?.echo ?? null,
    language: asked.language,
    multilingual_search,
    ...(rerank !== undefined && { rerank }),
    retrieval_limit,
    ai_search_cutoff_score,
    ...appliedRulesView(found),
    ...envelope(request, 'retrieve_result', semanticTokens),
  };
}

function passageView({ text, document, confidence }: RetrievedPassage) {
  const { id, metadata: _, ...head } = headView(document);
  return { passage: text, document_id: id, ...head, confidence_level: confidence };
}
