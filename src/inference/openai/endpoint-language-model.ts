import type { ServiceError } from '../../domain/errors/error.js';
import { estimateTokens } from '../../domain/search/generation.js';
import { type Generation, type GenerationRequest, type LanguageModel, PromptTooLong } from '../language-model.js';
import { readChatAnswer } from './chat-answer.js';
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
    const { onText = () => undefined, signal } = request;
    const answer = await askEndpoint(
      this.#endpoint,
      {
        path: '/chat/completions',
        body: this.#chat(request),
        read: (response) => readChatAnswer(response, onText),
        explain: (status, said) => this.#explain(status, said),
      },
      signal,
    );
    const { text, stopReason } = answer;
    return {
      text,
      stopReason,
      inputTokens: answer.inputTokens ?? estimateTokens(request.messages.map((message) => message.text).join('\n')),
      outputTokens: answer.outputTokens ?? estimateTokens(text),
    };
  }

  async close(): Promise<void> {}

  #chat({ messages, maxOutputTokens, temperature, onText }: GenerationRequest): object {
    const chat = {
      model: this.name,
      messages: messages.map(({ role, text }) => ({ role, content: wholeCharacters(text) })),
      max_tokens: maxOutputTokens,
      temperature,
    };
    return onText === undefined ? chat : { ...chat, stream: true, stream_options: { include_usage: true } };
  }

  #explain(status: number, said: string): ServiceError | null {
    const refusesPrompt = status === 400 || status === 413 || status === 422;
    return refusesPrompt && TOO_LONG.test(said) ? new PromptTooLong(this, null) : null;
  }
}

/** Endpoints refuse halves of characters. */
function wholeCharacters(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
