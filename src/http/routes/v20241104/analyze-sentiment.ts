import { type Static, Type } from 'typebox';
import {
  ANALYSIS_CONFIDENCE_LEVELS,
  type AnalysisConfidence,
  SENTIMENTS,
  type Sentiment,
} from '../../../domain/search/confidence.js';
import { analyzeDocuments, analyzeTexts } from '../../../operations/analysis/analyze-sentiment.js';
import type { CheckContext } from '../../checking/schema-node.js';
import { choice, parsedAs } from '../../schemas/checked.js';
import { answers, echoes, enveloped, exampleEnvelope, exampleUsage, nullableText } from '../../schemas/responses.js';
import * as search from '../../schemas/search-parameters.js';
import { operationContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const EXAMPLE_TEXT = 'The harbour tour was wonderful, and the guide knew every boat.';

const parameters = Type.Object(
  {
    document_id: Type.Optional({
      ...search.documentIds,
      description: 'The documents to analyse. Send either document_id or text.',
    }),
    text: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), {
        minItems: 1,
        maxItems: 10,
        description: 'The texts to analyse, in any supported language. Send either text or document_id.',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ text: [EXAMPLE_TEXT] }] },
);

type SentimentRequest = Static<typeof parameters>;

const sentimentRequest = parsedAs<SentimentRequest, SentimentRequest>(parameters, requireOne);

const analyzed = Type.Object(
  {
    sentiment: choice<Sentiment>(SENTIMENTS, 'The attitude of the text towards its subject.', { title: 'Sentiment' }),
    confidence_level: choice<AnalysisConfidence>(
      ANALYSIS_CONFIDENCE_LEVELS,
      'Derived from the probability of the sentiment: very_high from 0.9, high from 0.75, medium from 0.55, otherwise low.',
      { title: 'AnalysisConfidenceLevel' },
    ),
    text: nullableText,
    document_id: nullableText,
  },
  { title: 'AnalyzedText' },
);

const sentimentResult = enveloped('analyze_sentiment_result', {
  data: Type.Array(analyzed, { description: 'In the order of the request.' }),
  text: echoes.tenant_id,
  document_id: echoes.tenant_id,
});

const EXAMPLE = {
  ...exampleEnvelope('analyze_sentiment_result', '/v20241104/analyze-sentiment'),
  ...exampleUsage(15),
  data: [{ sentiment: 'positive', confidence_level: 'very_high', text: EXAMPLE_TEXT, document_id: null }],
  text: [EXAMPLE_TEXT],
  document_id: null,
};

export function analyzeSentimentRoute(server: TypedServer, services: Services): void {
  server.post(
    '/analyze-sentiment',
    {
      config: { scope: 'read', work: 'generation' },
      schema: {
        operationId: 'analyzeSentiment',
        tags: ['Analysis'],
        summary: 'Analyse sentiment',
        description:
          'Classifies documents or texts as positive, negative or neutral, in any supported language. Long documents are ' +
          'analysed passage by passage; passages that express an opinion weigh most.',
        body: sentimentRequest,
        response: answers(sentimentResult, EXAMPLE),
      },
    },
    async (request) => {
      const { document_id = null, text = null } = request.body;
      const context = operationContext(services, request);
      const { data, semanticTokens } =
        document_id === null ? await analyzeTexts(text ?? [], context) : await analyzeDocuments(document_id, context);
      return {
        data: data.map(({ sentiment, confidence }, index) => ({
          sentiment,
          confidence_level: confidence,
          text: text?.[index] ?? null,
          document_id: document_id?.[index] ?? null,
        })),
        text,
        document_id,
        ...envelope(request, 'analyze_sentiment_result', semanticTokens),
      };
    },
  );
}

function requireOne(sent: SentimentRequest, { problems }: CheckContext): SentimentRequest {
  const { document_id, text } = sent;
  if (document_id === undefined && text === undefined) {
    problems.add(null, 'parameter_missing', 'Send either document_id or text; neither was sent.');
  }
  if (document_id !== undefined && text !== undefined) {
    problems.add('text', 'parameter_invalid', 'Send either document_id or text, not both.');
  }
  return sent;
}
