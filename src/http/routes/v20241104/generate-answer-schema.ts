import { Type } from 'typebox';
import { type ConversationMessage, SPEAKERS } from '../../../domain/search/generation.js';
import { choice, defaultsTo } from '../../schemas/checked.js';
import { EXAMPLE_HEAD, exampleEnvelope, exampleUsage } from '../../schemas/examples.js';
import { outputTokens, stopReason, temperature } from '../../schemas/generation-parameters.js';
import * as list from '../../schemas/list-parameters.js';
import { confidence, documentHead, echoes, enveloped, filterEcho, nullableText } from '../../schemas/responses.js';
import * as search from '../../schemas/search-parameters.js';

const message = Type.Object(
  {
    role: choice(SPEAKERS, 'Who said it.'),
    content: Type.Array(Type.Object({ text: Type.String() }, { additionalProperties: false }), { minItems: 1 }),
  },
  { additionalProperties: false },
);

export const answerRequest = Type.Object(
  {
    query: search.queryOfLength(1000),
    ai_search_cutoff_score: search.cutoff,
    document_id: Type.Optional(search.documentIds),
    filter: Type.Optional(list.filter),
    greeting_response: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'The answer to a query that is a greeting, thanks or a farewell and asks for nothing.',
      }),
    ),
    language: search.searchLanguage,
    max_messages: defaultsTo(
      Type.Integer({ minimum: 1, maximum: 10, description: 'How many of the latest previous_messages are used.' }),
      6,
    ),
    max_output_tokens: outputTokens({ most: 512, usually: 256 }),
    multilingual_search: defaultsTo(
      Type.Boolean({
        description:
          'Searches documents of all languages; language is ignored then. A language model answers in the language of the query.',
      }),
      false,
    ),
    previous_messages: Type.Optional(
      Type.Array(message, {
        description: 'Leave it out at first; then send the messages of the previous response.',
        examples: [
          [
            { role: 'user', content: [{ text: 'Why are there tides?' }] },
            { role: 'assistant', content: [{ text: 'The Moon pulls the oceans. [1]' }] },
          ],
        ],
      }),
    ),
    retrieval_limit: defaultsTo(
      Type.Integer({ minimum: 1, maximum: 20, description: 'Most passages to answer from.' }),
      10,
    ),
    stream: defaultsTo(
      Type.Boolean({
        description:
          'Answers with server-sent events: sources, delta (as often as needed) and done, whose data is the body of the ' +
          'plain response, or error.',
      }),
      false,
    ),
    temperature,
    tenant_id: Type.Optional(list.tenantIds),
  },
  { additionalProperties: false, examples: [{ query: 'Why are there tides?' }] },
);

const answerItem = Type.Object({
  answer: Type.String({ description: '[1] stands for the first of the sources.' }),
  sources: Type.Array(Type.Object({ ...documentHead, confidence_level: confidence })),
  confidence_level: confidence,
  stop_reason: stopReason,
});

export const answerResult = enveloped('generate_answer_result', {
  query: Type.String(),
  data: Type.Array(answerItem),
  messages: Type.Unsafe<ConversationMessage[]>({
    ...Type.Array(message),
    description: 'The previous messages and this exchange, the oldest first.',
  }),
  document_id: echoes.tenant_id,
  tenant_id: echoes.tenant_id,
  filter: filterEcho,
  language: Type.String(),
  multilingual_search: Type.Boolean(),
  retrieval_limit: Type.Integer(),
  max_output_tokens: Type.Integer(),
  temperature: Type.Number(),
  ai_search_cutoff_score: Type.Integer(),
  greeting_response: nullableText,
  total_number_of_results: Type.Integer({ description: 'Sources used; 0 where the documents do not hold the answer.' }),
  model: { ...nullableText, description: 'The language model that wrote the answer; null where none did.' },
});

const ANSWER = 'The Moon pulls the oceans towards it, and they bulge on both sides of the Earth. [1]';

export const ANSWER_EXAMPLE = {
  ...exampleEnvelope('generate_answer_result', '/v20241104/generate-answer'),
  ...exampleUsage(7),
  query: 'Why are there tides?',
  data: [
    {
      answer: ANSWER,
      sources: [{ ...EXAMPLE_HEAD, confidence_level: 'high' }],
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
