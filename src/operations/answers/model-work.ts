import type { LanguageModelUsage } from '../../domain/search/generation.js';
import type { Generation, GenerationRequest, LanguageModel } from '../../inference/language-model.js';

/** What a model is asked for one request, with what it costs all together. */
export class ModelWork {
  #inputTokens = 0;
  #outputTokens = 0;

  constructor(readonly model: LanguageModel) {}

  async generate(request: GenerationRequest): Promise<Generation> {
    const generation = await this.model.generate(request);
    this.#inputTokens += generation.inputTokens;
    this.#outputTokens += generation.outputTokens;
    return generation;
  }

  get usage(): LanguageModelUsage {
    return { inputTokens: this.#inputTokens, outputTokens: this.#outputTokens, model: this.model.name };
  }
}
