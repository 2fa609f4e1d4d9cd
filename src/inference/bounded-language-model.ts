import { failure, ServiceError } from '../domain/errors/error.js';
import { Semaphore } from '../threads/locks.js';
import type { Generation, GenerationRequest, LanguageModel } from './language-model.js';

export interface Bounds {
  /** Texts that are written at once. */
  atOnce: number;
  /** Requests that may wait beside those. */
  waiting: number;
  /** For one text, including the time that it waits. */
  milliseconds: number;
}

const RETRY_SECONDS = 5;

/** Bounds a model's load: how many texts are written at once, how many requests wait, how long each may take. */
export class BoundedLanguageModel implements LanguageModel {
  readonly #model: LanguageModel;
  readonly #milliseconds: number;
  readonly #running: Semaphore;
  readonly #closing = new AbortController();

  constructor(model: LanguageModel, { atOnce, waiting, milliseconds }: Bounds) {
    this.#model = model;
    this.#milliseconds = milliseconds;
    this.#running = new Semaphore(atOnce, waiting);
  }

  get name(): string {
    return this.#model.name;
  }

  get contextTokens(): number {
    return this.#model.contextTokens;
  }

  countTokens(text: string): Promise<number> {
    return this.#model.countTokens(text);
  }

  /** Rejects with the reason of the abort, whatever error the model makes of being stopped. */
  async generate(request: GenerationRequest): Promise<Generation> {
    const timeout = AbortSignal.timeout(this.#milliseconds);
    const signal = AbortSignal.any([request.signal, this.#closing.signal, timeout]);
    try {
      if (this.#running.isFull) throw this.#overloaded();
      return await this.#running.run(() => this.#model.generate({ ...request, signal }), signal);
    } catch (error) {
      request.signal.throwIfAborted();
      this.#closing.signal.throwIfAborted();
      // A model that has failed before the time was over was not too slow.
      if (timeout.aborted && !hasFailed(error)) throw this.#tooSlow();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(failure('shutting_down', 'The service is stopping.'));
    await this.#model.close();
  }

  #overloaded(): Error {
    const message = `The language model has ${this.#running.waiting} requests waiting already. Try again in a moment.`;
    return failure('overloaded', message, { retryAfterSeconds: RETRY_SECONDS });
  }

  #tooSlow(): Error {
    const seconds = this.#milliseconds / 1000;
    const message =
      `The language model ${this.name} did not answer within ${seconds} seconds. Ask for less text, try again later, ` +
      'or have the operator raise SEXTANT_LLM_TIMEOUT.';
    return failure('model_timeout', message);
  }
}

function hasFailed(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'model_failed';
}
