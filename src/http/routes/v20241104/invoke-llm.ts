import { Type } from 'typebox';
import { invokeLanguageModel } from '../../../operations/answers/invoke-language-model.js';
import { untilAnswered } from '../../admission/work-limit.js';
import {
  answers,
  enveloped,
  exampleEnvelope,
  exampleLanguageModelUsage,
  nullableText,
} from '../../schemas/responses.js';
import { outputTokens, stopReason, temperature } from '../../schemas/search-parameters.js';
import { operationContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const invokeRequest = Type.Object(
  {
    instruction: Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'What the model should do. Sent to it as the system message.',
    }),
    input: Type.Optional(
      Type.String({ minLength: 1, maxLength: 10_000, description: 'The text that the instruction applies to.' }),
    ),
    max_output_tokens: outputTokens({ most: 4096, usually: 512 }),
    temperature,
  },
  {
    additionalProperties: false,
    examples: [{ instruction: 'Make a title of at most five words.', input: 'The Moon pulls the oceans towards it.' }],
  },
);

const invokeResult = enveloped('invoke_llm_result', {
  data: Type.Array(Type.Object({ output: Type.String(), stop_reason: stopReason }, { title: 'LlmOutput' })),
  instruction: Type.String(),
  input: nullableText,
  max_output_tokens: Type.Integer(),
  temperature: Type.Number(),
  model: Type.String({ description: 'The language model that wrote the output.' }),
});

const EXAMPLE = {
  ...exampleEnvelope('invoke_llm_result', '/v20241104/invoke-llm'),
  ...exampleLanguageModelUsage({ input: 34, output: 6, model: 'smollm2-135m-instruct' }),
  data: [{ output: 'Moon and Tides', stop_reason: 'end_turn' }],
  instruction: 'Make a title of at most five words.',
  input: 'The Moon pulls the oceans towards it.',
  max_output_tokens: 512,
  temperature: 0.5,
  model: 'smollm2-135m-instruct',
};

export function invokeLlmRoute(server: TypedServer, services: Services): void {
  server.post(
    '/invoke-llm',
    {
      config: { scope: 'generate', work: 'generation' },
      schema: {
        operationId: 'invokeLlm',
        tags: ['Answers'],
        summary: 'Invoke the language model',
        description:
          'Sends an instruction to the language model and returns its output. Answers 503 language_model_not_configured if ' +
          'there is none. If stop_reason is max_tokens, raise max_output_tokens or ask for a shorter text in the instruction. ' +
          'A text that is too long for the model is shortened in the middle; the X-Shortened header names its parameter.',
        body: invokeRequest,
        response: answers(invokeResult, EXAMPLE),
      },
    },
    async (request, reply) => {
      const { instruction, input = null, max_output_tokens, temperature } = request.body;
      const signal = untilAnswered(reply);
      const invocation = { instruction, input, maxOutputTokens: max_output_tokens, temperature, signal };
      const written = await invokeLanguageModel(invocation, operationContext(services, request));
      const { output, stopReason, usage, shortened } = written;
      if (shortened.length > 0) {
        reply.header('X-Shortened', shortened.join(', '));
        request.log.warn({ model: usage.model, shortened }, 'a text was too long for the language model');
      }
      return {
        data: [{ output, stop_reason: stopReason }],
        instruction,
        input,
        max_output_tokens,
        temperature,
        model: usage.model,
        ...envelope(request, 'invoke_llm_result', 0, usage),
      };
    },
  );
}
