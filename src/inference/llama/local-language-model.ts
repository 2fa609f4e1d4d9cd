import { failure } from '../../domain/errors/error.js';
import { type Generation, type GenerationRequest, type LanguageModel, PromptTooLong } from '../language-model.js';
import { type CallEnd, ModelProcess } from './model-process.js';
import type { WriterSettings } from './writer-messages.js';

export interface LocalModel extends WriterSettings {
  /** What responses show as `model`. */
  name: string;
  /** Is told what the caller is not: why the model failed. */
  onFailure: (error: Error) => void;
}

const NEVER = new AbortController().signal;

/**
 * Writes with a model on this machine, in a process of its own. The process is started when it is first needed and
 * again after it was lost.
 */
export class LocalLanguageModel implements LanguageModel {
  readonly name: string;
  #contextTokens: number;
  #process: ModelProcess | null = null;
  #closed = false;

  readonly #settings: LocalModel;

  constructor(settings: LocalModel) {
    this.#settings = settings;
    this.name = settings.name;
    this.#contextTokens = settings.contextTokens;
  }

  get contextTokens(): number {
    return this.#contextTokens;
  }

  /** Loads the model ahead of the first request. Rejects if it can't be used. */
  async load(): Promise<void> {
    await this.#started().ready;
  }

  async countTokens(text: string): Promise<number> {
    const end = await this.#call((started) => started.call({ kind: 'count', text }, NEVER));
    if (end.kind === 'counted') return end.tokens;
    throw this.#refusal(end);
  }

  async generate({ messages, maxOutputTokens, temperature, signal, onText }: GenerationRequest): Promise<Generation> {
    const task = { messages: messages.map(({ role, text }) => ({ role, text })), maxOutputTokens, temperature };
    const end = await this.#call((started) => started.call({ kind: 'write', task }, signal, onText));
    signal.throwIfAborted();
    if (end.kind === 'written') return end.generation;
    throw this.#refusal(end);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#process?.kill();
  }

  async #call(call: (started: ModelProcess) => Promise<CallEnd>): Promise<CallEnd> {
    const started = this.#started();
    try {
      await started.ready;
    } catch (error) {
      this.#settings.onFailure(error instanceof Error ? error : new Error(String(error)));
      throw failure('model_failed', `The language model ${this.name} can't be loaded.`);
    }
    return call(started);
  }

  #started(): ModelProcess {
    if (this.#closed) throw failure('shutting_down', 'The service is stopping.');
    this.#process ??= this.#start();
    return this.#process;
  }

  #start(): ModelProcess {
    const { name: _, onFailure: __, ...settings } = this.#settings;
    const started = new ModelProcess(settings);
    started.ready.then(
      (contextTokens) => {
        this.#contextTokens = contextTokens;
      },
      () => undefined,
    );
    started.gone.then(() => {
      if (this.#process === started) this.#process = null;
    });
    return started;
  }

  #refusal(end: CallEnd): Error {
    if (end.kind === 'no_room') return new PromptTooLong(this, end.promptTokens);
    if (this.#closed) return failure('shutting_down', 'The service is stopping.');
    this.#settings.onFailure(new Error(end.kind === 'failed' ? end.reason : `It answered with ${end.kind}.`));
    return failure('model_failed', `The language model ${this.name} failed while it wrote.`);
  }
}
