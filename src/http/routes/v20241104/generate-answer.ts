import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { type ConversationMessage, messageOf, SPEAKERS } from '../../../domain/search/generation.js';
import {
  type AnswerListener,
  type AnswerRequest,
  type AnswerSource,
  type GeneratedAnswer,
  READING_CUTOFF,
} from '../../../operations/answers/answer.js';
import { generateAnswer } from '../../../operations/answers/generate-answer.js';
import type { OperationContext } from '../../../operations/context.js';
import { requireTenants } from '../../../operations/tenancy.js';
import { untilAnswered } from '../../admission/work-limit.js';
import { choice, defaultsTo } from '../../schemas/checked.js';
import * as list from '../../schemas/list-parameters.js';
import {
  answers,
  confidence,
  documentHead,
  EXAMPLE_HEAD,
  echoes,
  enveloped,
  exampleEnvelope,
  exampleUsage,
  filterEcho,
  nullableText,
} from '../../schemas/responses.js';
import { appliedSynonyms } from '../../schemas/rule-responses.js';
import * as search from '../../schemas/search-parameters.js';
import { outputTokens, stopReason, temperature } from '../../schemas/search-parameters.js';
import { operationContext, type Services } from '../../services.js';
import { sendEvents } from '../../views/event-stream.js';
import { appliedRulesView } from '../../views/rule-views.js';
import { envelope, headView } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const message = Type.Object(
  {
    role: choice(SPEAKERS, 'Who said it.'),
    content: Type.Array(Type.Object({ text: Type.String() }, { additionalProperties: false }), { minItems: 1 }),
  },
  { title: 'Message', additionalProperties: false },
);

export const answerRequest = Type.Object(
  {
    query: search.queryOfLength(1000),
    // The handler must know whether it was named: what is named is kept to exactly.
    ai_search_cutoff_score: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 90,
        description:
          'Only documents with a semantic score above this are read, on a scale of 0 to 100. If it is left out, it is 50; without a language model, the reader then also looks at documents that score less.',
      }),
    ),
    document_id: Type.Optional(search.documentIds),
    filter: Type.Optional(list.filter),
    greeting_response: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'The answer to a query that only says hello.',
      }),
    ),
    language: search.searchLanguage,
    max_messages: defaultsTo(
      Type.Integer({ minimum: 1, maximum: 10, description: 'How many of the most recent previous_messages to use.' }),
      6,
    ),
    max_output_tokens: outputTokens({ most: 512, usually: 256 }),
    multilingual_search: defaultsTo(
      Type.Boolean({
        description:
          'Searches documents in all languages and ignores language. A language model answers in the language of the query.',
      }),
      false,
    ),
    previous_messages: Type.Optional(
      Type.Array(message, {
        description: 'Leave out in the first request; then send messages from the previous response.',
        examples: [
          [
            { role: 'user', content: [{ text: 'Why are there tides?' }] },
            { role: 'assistant', content: [{ text: 'The Moon pulls the oceans. [1]' }] },
          ],
        ],
      }),
    ),
    retrieval_limit: defaultsTo(
      Type.Integer({ minimum: 1, maximum: 20, description: 'Maximum number of passages to answer from.' }),
      10,
    ),
    stream: defaultsTo(
      Type.Boolean({
        description:
          'Streams the answer as server-sent events: sources, any number of delta events, then done, whose data is the ' +
          'body of the plain response, or error. A language model may cite more sources later: sources then comes again, ' +
          'with all of them, before the delta that cites them.',
      }),
      false,
    ),
    temperature,
    tenant_id: Type.Optional(list.tenantIds),
  },
  { additionalProperties: false, examples: [{ query: 'Why are there tides?' }] },
);

const answerSpan = Type.Object(
  { document_id: Type.String(), start: Type.Integer(), end: Type.Integer() },
  { title: 'AnswerSpan' },
);

export const answerItem = Type.Object(
  {
    answer: Type.String({ description: '[1] refers to the first of sources, which are those that are cited.' }),
    sources: Type.Array(Type.Object({ ...documentHead, confidence_level: confidence }, { title: 'AnswerSource' })),
    answer_span: Type.Union([answerSpan, Type.Null()], {
      description:
        'The words of the source that answer the question: where they are in its content, in UTF-16 units, end exclusive. Null ' +
        'if the answer is not quoted from a document.',
    }),
    confidence_level: confidence,
    stop_reason: stopReason,
  },
  { title: 'Answer' },
);

const answerResult = enveloped('generate_answer_result', {
  query: Type.String(),
  data: Type.Array(answerItem),
  messages: Type.Unsafe<ConversationMessage[]>({
    ...Type.Array(message),
    description: 'The previous messages and this exchange, oldest first.',
  }),
  document_id: echoes.tenant_id,
  tenant_id: echoes.tenant_id,
  filter: filterEcho,
  language: echoes.language,
  multilingual_search: Type.Boolean(),
  retrieval_limit: Type.Integer(),
  max_output_tokens: Type.Integer(),
  temperature: Type.Number(),
  ai_search_cutoff_score: Type.Integer(),
  greeting_response: nullableText,
  total_number_of_results: Type.Integer({
    description: 'Number of sources cited; 0 if the documents do not contain the answer.',
  }),
  model: {
    ...nullableText,
    description: 'The language model that was asked; null if none was.',
  },
  ...appliedSynonyms,
});

const ANSWER = 'The Moon pulls the oceans towards it, and they bulge on both sides of the Earth. [1]';

const ANSWER_EXAMPLE = {
  ...exampleEnvelope('generate_answer_result', '/v20241104/generate-answer'),
  ...exampleUsage(7),
  query: 'Why are there tides?',
  data: [
    {
      answer: ANSWER,
      sources: [{ ...EXAMPLE_HEAD, confidence_level: 'high' }],
      answer_span: { document_id: EXAMPLE_HEAD.id, start: 0, end: 35 },
      confidence_level: 'high',
      stop_reason: 'end_turn',
    },
  ],
  messages: [
    { role: 'user', content: [{ text: 'Why are there tides?' }] },
    { role: 'assistant', content: [{ text: ANSWER }] },
  ],
  document_id: null,
  tenant_id: null,
  filter: null,
  language: 'en',
  multilingual_search: false,
  retrieval_limit: 10,
  max_output_tokens: 256,
  temperature: 0.5,
  ai_search_cutoff_score: 50,
  greeting_response: null,
  total_number_of_results: 1,
  model: null,
};

type Body = Static<typeof answerRequest>;

export function generateAnswerRoute(server: TypedServer, services: Services): void {
  server.post(
    '/generate-answer',
    {
      config: { scope: 'generate', work: 'generation' },
      schema: {
        operationId: 'generateAnswer',
        tags: ['Answers'],
        summary: 'Answer a question',
        description:
          'Answers a question from the documents and names its sources. A language model writes the answer; without one ' +
          'the answer is extractive, made of sentences of the documents. If the documents do not contain the answer, the ' +
          'answer says so and sources is empty. If stop_reason is max_tokens, raise max_output_tokens or lower retrieval_limit.',
        body: answerRequest,
        response: answers(answerResult, ANSWER_EXAMPLE),
      },
    },
    async (request, reply) => {
      const { body } = request;
      if (!body.stream) return answerQuestion(body, services, { request, reply });
      const asked = asRequest(body, untilAnswered(reply));
      return streamAnswer(asked, operationContext(services, request), { request, reply, body });
    },
  );
}

/** The response to a question, in one piece. */
export async function answerQuestion(
  body: Body,
  services: Services,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const asked = asRequest(body, untilAnswered(reply));
  const generated = await generateAnswer({ ...asked, listener: null }, operationContext(services, request));
  return answerView(generated, body, request);
}

/** Refuses what it can before the stream begins, because the status can't change after that. */
function streamAnswer(
  asked: Omit<AnswerRequest, 'listener'>,
  context: OperationContext,
  { request, reply, body }: { request: FastifyRequest; reply: FastifyReply; body: Body },
): FastifyReply {
  if (asked.tenantIds !== null) requireTenants(context.caller, asked.tenantIds);
  return sendEvents(request, reply, async (send) => {
    const listener: AnswerListener = {
      onSources: (sources) => send('sources', { sources: sources.map(sourceView) }),
      onText: (text) => send('delta', { text }),
    };
    send('done', answerView(await generateAnswer({ ...asked, listener }, context), body, request));
  });
}

function asRequest(body: Body, signal: AbortSignal): Omit<AnswerRequest, 'listener'> {
  const { query, document_id = null, tenant_id = null, filter, multilingual_search } = body;
  return {
    query,
    cutoff: body.ai_search_cutoff_score ?? search.DEFAULT_CUTOFF,
    readingCutoff: body.ai_search_cutoff_score ?? READING_CUTOFF,
    documentIds: document_id,
    tenantIds: tenant_id,
    language: multilingual_search ? null : body.language,
    filter: filter?.filter ?? null,
    limit: body.retrieval_limit,
    greetingResponse: body.greeting_response ?? null,
    history: (body.previous_messages ?? []).slice(-body.max_messages),
    maxOutputTokens: body.max_output_tokens,
    temperature: body.temperature,
    signal,
  };
}

function answerView(generated: GeneratedAnswer, body: Body, request: FastifyRequest) {
  const { answer, sources, span, confidence, stopReason, semanticTokens, usage } = generated;
  const data = {
    answer,
    sources: sources.map(sourceView),
    answer_span: span === null ? null : { document_id: span.documentId, start: span.start, end: span.end },
    confidence_level: confidence,
    stop_reason: stopReason,
  };
  return {
    query: body.query,
    data: [data],
    messages: [...(body.previous_messages ?? []), messageOf('user', body.query), messageOf('assistant', answer)],
    ...echoesOf(body),
    total_number_of_results: sources.length,
    model: usage.model,
    ...appliedRulesView(generated),
    ...envelope(request, 'generate_answer_result', semanticTokens, usage),
  };
}

function echoesOf(body: Body) {
  const { document_id = null, tenant_id = null, filter, greeting_response = null } = body;
  return {
    document_id,
    tenant_id,
    filter: filter?.echo ?? null,
    language: body.multilingual_search ? null : body.language,
    multilingual_search: body.multilingual_search,
    retrieval_limit: body.retrieval_limit,
    max_output_tokens: body.max_output_tokens,
    temperature: body.temperature,
    ai_search_cutoff_score: body.ai_search_cutoff_score ?? search.DEFAULT_CUTOFF,
    greeting_response,
  };
}

function sourceView({ document, confidence }: AnswerSource) {
  return { ...headView(document), confidence_level: confidence };
}
