import { ServiceError } from '../../domain/errors/error.js';
import { estimateTokens } from '../../domain/search/generation.js';
import { type Generation, type GenerationRequest, type LanguageModel, PromptTooLong } from '../language-model.js';
import { type ChatAnswer, readChatAnswer } from './chat-answer.js';
import { askEndpoint, type Endpoint } from './endpoint-request.js';

export interface ChatEndpoint extends Omit<Endpoint, 'title'> {
  model: string;
  contextTokens: number;
}

/** Few tokenizers make more of a text than one token for every three bytes. */
const BYTES_PER_TOKEN = 3;
/** How endpoints that we know say that the conversation is too long for them. */
const TOO_LONG = /context.{0,20}(length|size|window)|too long|too many tokens|maximum.{0,20}tokens/is;

/** Writes with an OpenAI-compatible API. Its tokenizer is not ours to see: tokens are counted by the API, or estimated. */
export class EndpointLanguageModel implements LanguageModel {
  readonly name: string;
  readonly contextTokens: number;
  readonly #endpoint: Endpoint;

  constructor(settings: ChatEndpoint) {
    this.name = settings.model;
    this.contextTokens = settings.contextTokens;
    this.#endpoint = { ...settings, title: 'language model' };
  }

  async countTokens(text: string): Promise<number> {
    return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
  }

  async generate(request: GenerationRequest): Promise<Generation> {
    const answer = await this.#ask(request).catch((error) => {
      if (error instanceof NothingToAnswer) return this.#ask({ ...request, messages: [...request.messages, BEGIN] });
      throw error;
    });
    const { text, stopReason } = answer;
    return {
      text,
      stopReason,
      inputTokens: answer.inputTokens ?? estimateTokens(request.messages.map((message) => message.text).join('\n')),
      outputTokens: answer.outputTokens ?? estimateTokens(text),
    };
  }

  async close(): Promise<void> {}

  #ask(request: GenerationRequest): Promise<ChatAnswer> {
    const { onText = () => undefined, signal } = request;
    const call = {
      path: '/chat/completions',
      body: this.#chat(request),
      read: (response: Response) => readChatAnswer(response, onText),
      explain: (status: number, said: string) => this.#explain(status, said, request),
    };
    return askEndpoint(this.#endpoint, call, signal);
  }

  #chat({ messages, maxOutputTokens, temperature, onText }: GenerationRequest): object {
    const chat = {
      model: this.name,
      messages: messages.map(({ role, text }) => ({ role, content: wholeCharacters(text) })),
      max_tokens: maxOutputTokens,
      temperature,
    };
    return onText === undefined ? chat : { ...chat, stream: true, stream_options: { include_usage: true } };
  }

  #explain(status: number, said: string, { messages }: GenerationRequest): ServiceError | null {
    if (status !== 400 && status !== 413 && status !== 422) return null;
    if (TOO_LONG.test(said)) return new PromptTooLong(this, null);
    return messages.every(({ role }) => role === 'system') ? new NothingToAnswer() : null;
  }
}

/** Some endpoints refuse a conversation without a message of the user. They are asked again with this one. */
const BEGIN = { role: 'user', text: 'Begin.' } as const;

class NothingToAnswer extends ServiceError {
  constructor() {
    super('model_failed', 'The language model refused an instruction without input.');
  }
}

/** Endpoints refuse halves of characters. */
function wholeCharacters(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
