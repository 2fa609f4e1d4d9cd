import { failure, invalidRequest } from '../../domain/errors/error.js';
import type { LanguageModelUsage, StopReason } from '../../domain/search/generation.js';
import {
  type ChatMessage,
  type Generation,
  type LanguageModel,
  PromptTooLong,
} from '../../inference/language-model.js';
import type { OperationContext } from '../context.js';
import { emptyAnswer } from './model-work.js';
import { textThatFits } from './shorten-text.js';

export interface Invocation {
  /** Sent as the system message. */
  instruction: string;
  /** The text that the instruction applies to; null if there is none. */
  input: string | null;
  maxOutputTokens: number;
  temperature: number;
  signal: AbortSignal;
}

type Texts = Pick<Invocation, 'instruction' | 'input'>;
const TEXTS = ['instruction', 'input'] as const;

export interface WrittenText {
  output: string;
  stopReason: StopReason;
  usage: LanguageModelUsage & { model: string };
  /** The texts whose middle was left out, because they exceed the context of the model. */
  shortened: (typeof TEXTS)[number][];
}

/** Tokens of a conversation besides its texts. */
const FORM_TOKENS = 64;
/** The most of the context that is reserved for the answer. */
const OUTPUT_SHARE = 1 / 4;
/** The most of the input tokens that the instruction may use if there is also an input. */
const INSTRUCTION_SHARE = 1 / 2;
/** The most of a refused text to send next: a remote model may count differently, or accept less than configured. */
const LESS = 3 / 4;
/** Fractions of the available tokens, tried in turn until the model accepts the text. */
const SHARES_OF_ROOM = [1, 1 / 2, 1 / 4];

/**
 * Sends an instruction to the language model. The texts are sent whole; only if the model refuses them as too long are they
 * sent without their middle.
 */
export async function invokeLanguageModel(
  invocation: Invocation,
  { languageModels }: Pick<OperationContext, 'languageModels'>,
): Promise<WrittenText> {
  const model = languageModels.instructions;
  if (model === null) throw notConfigured();
  let written = await write(invocation, invocation, model);
  for (const share of SHARES_OF_ROOM) {
    if (!(written instanceof PromptTooLong)) break;
    written = await write(invocation, await textsThatFit(invocation, share, model), model);
  }
  if (written instanceof PromptTooLong) throw tooLong(invocation, written);
  return written;
}

/** Returns the error instead of throwing it if the prompt is too long: the caller tries a shorter one. */
async function write(invocation: Invocation, texts: Texts, model: LanguageModel): Promise<WrittenText | PromptTooLong> {
  const { maxOutputTokens, temperature, signal } = invocation;
  let generation: Generation;
  try {
    generation = await model.generate({ messages: conversation(texts), maxOutputTokens, temperature, signal });
  } catch (error) {
    if (error instanceof PromptTooLong) return error;
    throw error;
  }
  const { text, stopReason, inputTokens, outputTokens } = generation;
  if (text.trim() === '') throw emptyAnswer(model, stopReason);
  const usage = { inputTokens, outputTokens, model: model.name };
  const shortened = TEXTS.filter((name) => texts[name] !== invocation[name]);
  return { output: text, stopReason, usage, shortened };
}

/** The texts, shortened to a fraction of the tokens that the answer leaves. The instruction gets its share first. */
async function textsThatFit(
  { instruction, input, maxOutputTokens }: Invocation,
  share: number,
  model: LanguageModel,
): Promise<Texts> {
  const output = Math.min(maxOutputTokens, model.contextTokens * OUTPUT_SHARE);
  const refused = (await model.countTokens(instruction)) + (input === null ? 0 : await model.countTokens(input));
  const room = Math.floor(Math.min(model.contextTokens - output - FORM_TOKENS, refused * LESS) * share);
  if (input === null) return { instruction: await textThatFits(instruction, room, model), input };
  const short = await textThatFits(instruction, Math.floor(room * INSTRUCTION_SHARE), model);
  return { instruction: short, input: await textThatFits(input, room - (await model.countTokens(short)), model) };
}

function conversation({ instruction, input }: Texts): ChatMessage[] {
  const system = { role: 'system', text: instruction } as const;
  return input === null ? [system] : [system, { role: 'user', text: input }];
}

function notConfigured(): Error {
  return failure(
    'language_model_not_configured',
    'There is no language model. The operator can download one with `sextant models pull NAME` and name it in ' +
      'SEXTANT_LLM_MODEL, or name an OpenAI-compatible API in SEXTANT_LLM_URL and its model in SEXTANT_LLM_MODEL.',
  );
}

/** Names the longer text as the one to shorten. */
function tooLong({ instruction, input }: Texts, { message }: PromptTooLong): Error {
  const param = input !== null && input.length >= instruction.length ? 'input' : 'instruction';
  return invalidRequest([{ param, code: 'parameter_too_long', message: `${param} is too long. ${message}` }]);
}
