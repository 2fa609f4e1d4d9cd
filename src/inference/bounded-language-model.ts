import { failure } from '../domain/errors/error.js';
import { GenerationQueue, type QueueLimits } from './generation-queue.js';
import type { Generation, GenerationRequest, LanguageModel } from './language-model.js';

export interface Bounds extends QueueLimits {
  /** For one text, waiting for its turn included. */
  milliseconds: number;
}

/** A model that refuses what it can't do in time: so many texts at once, so many waiting, so long for each. */
export class BoundedLanguageModel implements LanguageModel {
  readonly #queue: GenerationQueue;
  readonly #closing = new AbortController();

  constructor(
    private readonly model: LanguageModel,
    private readonly bounds: Bounds,
  ) {
    this.#queue = new GenerationQueue(bounds);
  }

  get name(): string {
    return this.model.name;
  }

  get contextTokens(): number {
    return this.model.contextTokens;
  }

  countTokens(text: string): Promise<number> {
    return this.model.countTokens(text);
  }

  /** Whatever the model makes of being stopped: the one who stopped it is told why. */
  async generate(request: GenerationRequest): Promise<Generation> {
    const timeout = AbortSignal.timeout(this.bounds.milliseconds);
    const signal = AbortSignal.any([request.signal, this.#closing.signal, timeout]);
    try {
      return await this.#queue.run(() => this.model.generate({ ...request, signal }), signal);
    } catch (error) {
      request.signal.throwIfAborted();
      this.#closing.signal.throwIfAborted();
      if (timeout.aborted) throw this.#tooSlow();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(failure('shutting_down', 'The service is stopping.'));
    await this.model.close();
  }

  #tooSlow(): Error {
    const seconds = this.bounds.milliseconds / 1000;
    const message =
      `The language model ${this.name} did not answer within ${seconds} seconds. Ask for less text, try again later, ` +
      'or have the operator raise SEXTANT_LLM_TIMEOUT.';
    return failure('model_timeout', message);
  }
}
