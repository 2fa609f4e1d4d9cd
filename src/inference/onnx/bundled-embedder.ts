import type { Embedder, TextToEmbed } from '../embedder.js';
import { BUNDLED_MODELS, BUNDLED_SPACE } from './bundled-models.js';
import { type OnnxEmbedderOptions, openOnnxEmbedder } from './onnx-embedder.js';

const ENGLISH = 0;
const MULTILINGUAL = 1;

/** The encoders that come with Sextant: one for English, one for everything else and for what may be in any language. */
export function openBundledEmbedder(options: Pick<OnnxEmbedderOptions, 'threads' | 'onFailure'>): Promise<Embedder> {
  return openOnnxEmbedder({
    ...options,
    space: BUNDLED_SPACE,
    models: [BUNDLED_MODELS.english, BUNDLED_MODELS.multilingual],
    modelFor: ({ language }: TextToEmbed) => (language === 'en' ? ENGLISH : MULTILINGUAL),
    ownLanguages: ['en'],
  });
}
