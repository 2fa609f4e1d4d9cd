import type { Embedder, TextToEmbed } from '../embedder.js';
import { BUNDLED_MODELS, BUNDLED_SPACE, QUERY_MODEL } from './bundled-models.js';
import { type OnnxEmbedderOptions, openOnnxEmbedder } from './onnx-embedder.js';

const ENGLISH = 0;
const MULTILINGUAL = 1;
const QUERIES = 2;

/** The encoders that come with Sextant: one for English, one for everything else, and one for queries that are or may be something else. */
export function openBundledEmbedder(options: Pick<OnnxEmbedderOptions, 'threads' | 'onFailure'>): Promise<Embedder> {
  return openOnnxEmbedder({
    ...options,
    space: BUNDLED_SPACE,
    models: [BUNDLED_MODELS.english, BUNDLED_MODELS.multilingual, QUERY_MODEL],
    modelFor,
    ownLanguages: ['en'],
  });
}

function modelFor({ language, kind }: TextToEmbed): number {
  if (language === 'en') return ENGLISH;
  return kind === 'query' ? QUERIES : MULTILINGUAL;
}
