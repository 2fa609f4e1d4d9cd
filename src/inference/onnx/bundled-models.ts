import { fileURLToPath } from 'node:url';
import type { EncoderModel } from './encoder.js';
import type { SentimentFiles } from './sentiment-model.js';

/** The weights that the English encoder is built from. */
export const ENGLISH_WEIGHTS_SHA256 = '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d';
/** The multilingual encoder as it is kept in models/multilingual. A test holds the file to it. */
export const MULTILINGUAL_MODEL_SHA256 = 'ea92d2f09e048fda14e67200e6aa40e07c4b43e6a4ebc725af19ccb690b4c69e';

/** From src/inference/onnx and from dist/inference/onnx alike. */
const MODELS_FOLDER = new URL('../../../models/', import.meta.url);

/**
 * The encoders that come with Sextant. The multilingual one was trained to put a sentence where the English one puts
 * its translation, so both share one space.
 */
export const BUNDLED_MODELS = {
  english: bundled('english'),
  multilingual: bundled('multilingual'),
} as const;

/** The sentiment classifier, which is the multilingual encoder with layers of its own. */
export const SENTIMENT_FILES: SentimentFiles = {
  modelFile: fileURLToPath(new URL('sentiment/model_int8.onnx', MODELS_FOLDER)),
  calibrationFile: fileURLToPath(new URL('sentiment/calibration.json', MODELS_FOLDER)),
  emojiFile: fileURLToPath(new URL('sentiment/emoji.json', MODELS_FOLDER)),
  encoderFile: BUNDLED_MODELS.multilingual.modelFile,
  tokenizerFile: BUNDLED_MODELS.multilingual.tokenizerFile,
};

/** New weights make a new space: vectors that the old ones made are not compared with theirs. */
export const BUNDLED_SPACE = `sextant-minilm-384-${ENGLISH_WEIGHTS_SHA256.slice(0, 6)}-${MULTILINGUAL_MODEL_SHA256.slice(0, 6)}`;

function bundled(name: string): EncoderModel & { folder: string } {
  return {
    folder: fileURLToPath(new URL(name, MODELS_FOLDER)),
    modelFile: fileURLToPath(new URL(`${name}/model_int8.onnx`, MODELS_FOLDER)),
    tokenizerFile: fileURLToPath(new URL(`${name}/tokenizer.json`, MODELS_FOLDER)),
    pooling: 'mean',
    prefixes: { query: '', passage: '' },
    maxTokens: 256,
  };
}
