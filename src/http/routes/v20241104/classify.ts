import { Type } from 'typebox';
import { DOCUMENT_LIMITS } from '../../../domain/document/document.js';
import { classifyInput } from '../../../operations/models/ask-model.js';
import type { CheckContext } from '../../checking/schema-node.js';
import { choice, parsedAs } from '../../schemas/checked.js';
import * as parameter from '../../schemas/model-parameters.js';
import { explain, labelledWith, rankedView } from '../../schemas/model-responses.js';
import { answers, enveloped, exampleEnvelope, exampleUsage } from '../../schemas/responses.js';
import { askingContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const LONGEST_TEXT = 5000;

interface Input {
  type: 'text' | 'document_id';
  value: string;
}

const inputType = choice<Input['type']>(['text', 'document_id'], 'Whether value is a text or the id of a document.');

const input = parsedAs<Input, Input>(
  Type.Object(
    {
      type: inputType,
      value: Type.String({
        minLength: 1,
        maxLength: LONGEST_TEXT,
        description: 'A text of at most 5,000 characters, or a document id of at most 128.',
      }),
    },
    {
      title: 'ClassifyInput',
      additionalProperties: false,
      description: 'To classify a longer text, add it as a document first.',
    },
  ),
  checkIdLength,
);

const classifyRequest = Type.Object(
  {
    input,
    model_id: parameter.usedModel,
    max_labels: parameter.maxLabels,
    version: parameter.usedVersion,
    explain,
  },
  {
    additionalProperties: false,
    examples: [{ model_id: 'ticket-topics', input: { type: 'text', value: 'Where is my parcel?' } }],
  },
);

const explanation = Type.Object(
  {
    words: Type.Array(Type.Object({ word: Type.String(), weight: Type.Number() })),
    meaning: Type.Number({ description: 'Weight of the meaning of the text as a whole.' }),
  },
  { title: 'ClassificationExplanation' },
);

const classifyResult = enveloped('classify_result', {
  data: Type.Array(
    Type.Object({ ...labelledWith, explanation: Type.Optional(explanation) }, { title: 'Classification' }),
  ),
  input: Type.Object({ type: inputType, value: Type.String() }),
  model_id: Type.String(),
  version: Type.String(),
  max_labels: Type.Integer(),
});

const EXAMPLE = {
  ...exampleEnvelope('classify_result', '/v20241104/classify'),
  ...exampleUsage(7),
  data: [{ label: 'delivery', confidence_score: 0.94, alternatives: [{ label: 'payment', confidence_score: 0.06 }] }],
  input: { type: 'text', value: 'Where is my parcel?' },
  model_id: 'ticket-topics',
  version: 'default',
  max_labels: 3,
};

export function classifyRoute(server: TypedServer, services: Services): void {
  server.post(
    '/classify',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'classify',
        tags: ['Models'],
        summary: 'Classify a text or a document',
        description:
          'Labels a text or a stored document with a trained text classifier. confidence_score is calibrated: of the answers ' +
          'with a score of 0.8, about 8 in 10 are right.',
        body: classifyRequest,
        response: answers(classifyResult, EXAMPLE),
      },
    },
    async (request) => {
      const { explain, ...echo } = request.body;
      const { ranked, explanation, semanticTokens } = await classifyInput(
        { ...echo, explain },
        askingContext(services, request),
      );
      return {
        data: [{ ...rankedView(ranked), ...(explanation === null ? {} : { explanation }) }],
        ...echo,
        ...envelope(request, 'classify_result', semanticTokens),
      };
    },
  );
}

function checkIdLength(sent: Input, { path, problems }: CheckContext): Input {
  const { idLength } = DOCUMENT_LIMITS;
  if (sent.type === 'document_id' && typeof sent.value === 'string' && sent.value.length > idLength) {
    const message = `${path}.value must be a document id of 1 to ${idLength} characters; it has ${sent.value.length}.`;
    problems.add(`${path}.value`, 'parameter_too_long', message);
  }
  return sent;
}
