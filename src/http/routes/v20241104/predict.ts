import { Type } from 'typebox';
import type { Prediction } from '../../../learning/predictor/predict.js';
import { predictInput } from '../../../operations/models/ask-model.js';
import type { InputLine } from '../../../training/example-file.js';
import { checkInput } from '../../examples/example-schema.js';
import { parsedAs } from '../../schemas/checked.js';
import * as parameter from '../../schemas/model-parameters.js';
import { explain, labelledWith, rankedView } from '../../schemas/model-responses.js';
import { answers, enveloped, exampleEnvelope } from '../../schemas/responses.js';
import { askingContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

type Input = InputLine['input'];

const input = parsedAs<Input, Input>(
  Type.Unsafe({
    type: 'object',
    title: 'PredictorInput',
    additionalProperties: true,
    description:
      'Values for the input_fields of the version. Fields may be missing or null, and categories may be unknown.',
  }),
  (sent, context) => {
    checkInput(sent, context);
    return sent;
  },
);

const predictRequest = Type.Object(
  {
    input,
    model_id: parameter.usedModel,
    max_labels: parameter.maxLabels,
    version: parameter.usedVersion,
    explain,
  },
  {
    additionalProperties: false,
    examples: [{ model_id: 'churn', input: { months: 3, contract: 'monthly', paperless: true } }],
  },
);

const prediction = Type.Object(
  {
    ...labelledWith,
    interval: Type.Optional(
      Type.Object(
        { low: Type.Number(), high: Type.Number() },
        {
          description:
            'For a predicted number: the range that contains the true value with a probability of confidence_score.',
        },
      ),
    ),
  },
  { title: 'Prediction' },
);

const explanation = Type.Object(
  { fields: Type.Array(Type.Object({ field: Type.String(), weight: Type.Number() })) },
  { title: 'PredictionExplanation' },
);

const predictResult = enveloped('predict_result', {
  data: Type.Array(Type.Object({ prediction, explanation: Type.Optional(explanation) })),
  input: Type.Unsafe<Input>({ type: 'object', title: 'PredictorInput', additionalProperties: true }),
  model_id: Type.String(),
  version: Type.String(),
});

const EXAMPLE = {
  ...exampleEnvelope('predict_result', '/v20241104/predict'),
  data: [
    {
      prediction: {
        label: 'leaves',
        confidence_score: 0.71,
        alternatives: [{ label: 'stays', confidence_score: 0.29 }],
      },
    },
  ],
  input: { months: 3, contract: 'monthly', paperless: true },
  model_id: 'churn',
  version: 'default',
};

export function predictRoute(server: TypedServer, services: Services): void {
  server.post(
    '/predict',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'predict',
        tags: ['Models'],
        summary: 'Predict from structured data',
        description:
          'Predicts a label or a number with a trained predictor. A number is returned as a string in label, with an ' +
          'interval. The input is checked against the input fields of the model.',
        body: predictRequest,
        response: answers(predictResult, EXAMPLE),
      },
    },
    async (request) => {
      const { input, model_id, version } = request.body;
      const context = askingContext(services, request);
      const { prediction, explanation, semanticTokens } = await predictInput(request.body, context);
      const explained = explanation === null ? {} : { explanation: { fields: explanation } };
      return {
        data: [{ prediction: predictionView(prediction), ...explained }],
        input,
        model_id,
        version,
        ...envelope(request, 'predict_result', semanticTokens),
      };
    },
  );
}

function predictionView({ interval, ...ranked }: Prediction) {
  return { ...rankedView(ranked), ...(interval === undefined ? {} : { interval }) };
}
