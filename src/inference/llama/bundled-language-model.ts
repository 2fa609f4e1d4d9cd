import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Handling } from './writer-messages.js';

/** SmolLM2-135M-Instruct with four bits per weight; see its card in models/smollm2. */
export const BUNDLED_LANGUAGE_MODEL = {
  name: 'smollm2-135m-instruct',
  /** From src/inference/llama and from dist/inference/llama alike. */
  file: fileURLToPath(new URL('../../../models/smollm2/model.gguf', import.meta.url)),
  bytes: 98_362_432,
  /** Half of what it was trained with: the 10,000 characters that invoke-llm takes fit, of English, in half the memory. */
  contextTokens: 4096,
} as const;

/** Chosen with bench/small-tasks.ts; see decision 11. */
export const BUNDLED_HANDLING: Handling = {
  chatFormat: 'instruction_last',
  minP: 0.1,
  repeatPenalty: 1.1,
  stopsLoops: true,
};

/** Its size tells it from a file that a clone without large files has in its place. */
export function hasBundledLanguageModel(): boolean {
  return statSync(BUNDLED_LANGUAGE_MODEL.file, { throwIfNoEntry: false })?.size === BUNDLED_LANGUAGE_MODEL.bytes;
}
