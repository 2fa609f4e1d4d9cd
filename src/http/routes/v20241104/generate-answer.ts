import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { messageOf } from '../../../domain/search/generation.js';
import type {
  AnswerListener,
  AnswerRequest,
  AnswerSource,
  GeneratedAnswer,
} from '../../../operations/answers/answer.js';
import { generateAnswer } from '../../../operations/answers/generate-answer.js';
import type { OperationContext } from '../../../operations/context.js';
import { requireTenants } from '../../../operations/tenancy.js';
import { untilAnswered } from '../../admission/work-limit.js';
import { answers } from '../../schemas/responses.js';
import { operationContext, type Services } from '../../services.js';
import { sendEvents } from '../../views/event-stream.js';
import { envelope, headView } from '../../views/views.js';
import type { TypedServer } from '../route.js';
import { ANSWER_EXAMPLE, answerRequest, answerResult } from './generate-answer-schema.js';

type Body = Static<typeof answerRequest>;

const NOBODY_LISTENS: AnswerListener = { onSources: () => undefined, onText: () => undefined };

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
          'Answers a question from the documents, and says from which. With a language model the answer is in its words; ' +
          'without one it is made of sentences of the documents, word for word. Where they do not hold the answer it says so: ' +
          'sources is empty then. For stop_reason max_tokens, raise max_output_tokens or lower retrieval_limit.',
        body: answerRequest,
        response: answers(answerResult, ANSWER_EXAMPLE),
      },
    },
    async (request, reply) => {
      const { body } = request;
      const context = operationContext(services, request);
      const asked = asRequest(body, untilAnswered(reply));
      if (body.stream) return streamAnswer(asked, context, { request, reply, body });
      return answerView(await generateAnswer({ ...asked, listener: NOBODY_LISTENS }, context), body, request);
    },
  );
}

/** What can be refused is refused before the stream begins: after that the status has been sent. */
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
    cutoff: body.ai_search_cutoff_score,
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
  const { answer, sources, confidence, stopReason, semanticTokens, usage } = generated;
  const data = { answer, sources: sources.map(sourceView), confidence_level: confidence, stop_reason: stopReason };
  return {
    query: body.query,
    data: [data],
    messages: [...(body.previous_messages ?? []), messageOf('user', body.query), messageOf('assistant', answer)],
    ...echoesOf(body),
    total_number_of_results: sources.length,
    model: usage.model,
    ...envelope(request, 'generate_answer_result', semanticTokens, usage),
  };
}

function echoesOf(body: Body) {
  const { document_id = null, tenant_id = null, filter, greeting_response = null } = body;
  return {
    document_id,
    tenant_id,
    filter: filter?.echo ?? null,
    language: body.language,
    multilingual_search: body.multilingual_search,
    retrieval_limit: body.retrieval_limit,
    max_output_tokens: body.max_output_tokens,
    temperature: body.temperature,
    ai_search_cutoff_score: body.ai_search_cutoff_score,
    greeting_response,
  };
}

function sourceView({ document, confidence }: AnswerSource) {
  return { ...headView(document), confidence_level: confidence };
}
