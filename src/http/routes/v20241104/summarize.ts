import { Type } from 'typebox';
import { DEFAULT_LANGUAGE } from '../../../domain/document/language.js';
import {
  SUMMARY_LENGTHS,
  type SummaryLength,
  summarizeDocument,
} from '../../../operations/answers/summarize-document.js';
import { untilAnswered } from '../../admission/work-limit.js';
import { choice, defaultsTo } from '../../schemas/checked.js';
import { language, languageCode } from '../../schemas/document-parameters.js';
import {
  answers,
  EXAMPLE_DOCUMENT,
  EXAMPLE_HEAD,
  enveloped,
  exampleEnvelope,
  exampleUsage,
  nullableText,
} from '../../schemas/responses.js';
import { namedDocument, stopReason } from '../../schemas/search-parameters.js';
import { operationContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const summaryLength = choice<SummaryLength>(SUMMARY_LENGTHS, 'About three, five or ten sentences.', {
  title: 'SummaryLength',
});

const summarizeRequest = Type.Object(
  {
    document_id: namedDocument,
    language_summary: defaultsTo(
      {
        ...language,
        description: "The language of the summary. A language other than the document's needs a language model.",
      },
      DEFAULT_LANGUAGE,
    ),
    length_summary: defaultsTo(summaryLength, 'short'),
  },
  { additionalProperties: false, examples: [{ document_id: EXAMPLE_HEAD.id, length_summary: 'short' }] },
);

const summarizeResult = enveloped('summarize_result', {
  data: Type.Array(
    Type.Object(
      {
        id: Type.String(),
        title: Type.String(),
        summary: Type.String(),
        stop_reason: stopReason,
        source_uri: nullableText,
      },
      { title: 'Summary' },
    ),
  ),
  document_id: Type.String(),
  length_summary: summaryLength,
  language_summary: languageCode,
});

const { id, title, source_uri } = EXAMPLE_HEAD;

const EXAMPLE = {
  ...exampleEnvelope('summarize_result', '/v20241104/summarize'),
  ...exampleUsage(21),
  data: [{ id, title, summary: EXAMPLE_DOCUMENT.content, stop_reason: 'end_turn', source_uri }],
  document_id: id,
  length_summary: 'short',
  language_summary: 'en',
};

export function summarizeRoute(server: TypedServer, services: Services): void {
  server.post(
    '/summarize',
    {
      config: { scope: 'generate', work: 'generation' },
      schema: {
        operationId: 'summarize',
        tags: ['Answers'],
        summary: 'Summarize a document',
        description:
          'Summarizes a stored document. A language model writes the summary in any language; without one the summary is ' +
          'extractive, in the language of the document, and another language_summary answers 503 ' +
          'language_model_not_configured. A document without content is summarized by its title. If stop_reason is ' +
          'max_tokens, choose another length_summary.',
        body: summarizeRequest,
        response: answers(summarizeResult, EXAMPLE),
      },
    },
    async (request, reply) => {
      const { document_id, language_summary, length_summary } = request.body;
      const wish = { documentId: document_id, language: language_summary, length: length_summary };
      const context = operationContext(services, request);
      const summed = await summarizeDocument({ ...wish, signal: untilAnswered(reply) }, context);
      const { document, summary, stopReason, semanticTokens, usage } = summed;
      const { id, title, sourceUri } = document;
      return {
        data: [{ id, title, summary, stop_reason: stopReason, source_uri: sourceUri }],
        document_id,
        length_summary,
        language_summary,
        ...envelope(request, 'summarize_result', semanticTokens, usage),
      };
    },
  );
}
