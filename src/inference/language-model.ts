import { ServiceError } from '../domain/errors/error.js';
import type { StopReason } from '../domain/search/generation.js';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  text: string;
}

export interface GenerationRequest {
  messages: readonly ChatMessage[];
  maxOutputTokens: number;
  /** 0 for the likeliest text every time, 1 for the most varied. */
  temperature: number;
  /** Stops the model when nobody waits for its text any more. */
  signal: AbortSignal;
  /** Called with each piece as it is written; the pieces joined are the text. */
  onText?: (piece: string) => void;
}

export interface Generation {
  text: string;
  stopReason: StopReason;
  inputTokens: number;
  outputTokens: number;
}

/** Writes text that goes on from a conversation. */
export interface LanguageModel {
  /** What responses show as `model`. */
  readonly name: string;
  /** How many tokens a conversation and its answer may have together. */
  readonly contextTokens: number;
  /** With the model's own tokenizer where there is one at hand, else an estimate that is rather too high. */
  countTokens(text: string): Promise<number>;
  /**
   * Rejects with `overloaded` when too much is waiting, with `model_failed` or `model_timeout` when the model can't
   * answer, with `PromptTooLong` when the conversation leaves no room for an answer, and with the signal's reason when
   * it was aborted. An answer may be cut short of `maxOutputTokens` by the end of the context.
   */
  generate(request: GenerationRequest): Promise<Generation>;
  /** What is still waiting is refused; what runs is stopped. */
  close(): Promise<void>;
}

/** The conversation is longer than the model can read. A refusal of the request: the caller's text is what is too long. */
export class PromptTooLong extends ServiceError {
  constructor(model: Pick<LanguageModel, 'name' | 'contextTokens'>, promptTokens: number | null) {
    const sent = promptTokens === null ? 'more' : `about ${promptTokens}`;
    super(
      'parameter_too_long',
      `The language model ${model.name} reads and writes at most ${model.contextTokens} tokens together; this request ` +
        `has ${sent}. Shorten its texts, or have the operator choose a model with a longer context.`,
    );
  }
}

/** Which model does which work. */
export interface LanguageModels {
  /** For invoke-llm; null where none is installed or configured. */
  instructions: LanguageModel | null;
  /** For answers, summaries and categories; null where they are extractive. */
  writing: LanguageModel | null;
}
