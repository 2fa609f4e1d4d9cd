import { fileURLToPath } from 'node:url';
import type { EncoderModel } from './encoder.js';
import type { JoinedModelFiles } from './joined-model.js';
import type { SentimentFiles } from './sentiment-model.js';

/** What each encoder's model_int8.onnx must be. A test holds the files to it. */
export const ENCODER_SHA256 = {
  english: '232e5af66e65c3304a11061383f202020962a4b754e268bd8fba250ae9bc5701',
  multilingual: '6496578e4e33509cc26627b336869c22da9aab8ab0ac4c0599f5ffdc3b2e3a07',
} as const;

/** From src/inference/onnx and from dist/inference/onnx alike. */
const MODELS_FOLDER = new URL('../../../models/', import.meta.url);

/**
 * The encoders that come with Sextant. The multilingual one was trained to put a text where the English one puts its
 * translation, so both share one space.
 */
export const BUNDLED_MODELS = {
  english: bundled('english', { maxTokens: 512, wordPieceFile: null }),
  multilingual: bundled('multilingual', { maxTokens: 256, wordPieceFile: file('english/tokenizer.json') }),
} as const;

/** What models on top of the multilingual encoder share with it. */
const ON_MULTILINGUAL = {
  encoderFile: BUNDLED_MODELS.multilingual.modelFile,
  tokenizerFile: BUNDLED_MODELS.multilingual.tokenizerFile,
  wordPieceFile: BUNDLED_MODELS.english.tokenizerFile,
};

/**
 * Reads queries that are not English: the multilingual encoder with layers that were trained further, so that a question
 * lies near the passages that answer it. Its vectors are compared with those of the encoders.
 */
export const QUERY_MODEL: EncoderModel = {
  ...BUNDLED_MODELS.multilingual,
  ...ON_MULTILINGUAL,
  modelFile: file('queries/model_int8.onnx'),
};

/** The sentiment classifier, which is the multilingual encoder with layers of its own. */
export const SENTIMENT_FILES: SentimentFiles = {
  modelFile: file('sentiment/model_int8.onnx'),
  calibrationFile: file('sentiment/calibration.json'),
  emojiFile: file('sentiment/emoji.json'),
  ...ON_MULTILINGUAL,
};

/** The reader, made in the same way. */
export const READER_FILES: JoinedModelFiles = { modelFile: file('reader/model_int8.onnx'), ...ON_MULTILINGUAL };

/** New weights make a new space: vectors that the old ones made are not compared with theirs. */
export const BUNDLED_SPACE = `sextant-bge-384-${ENCODER_SHA256.english.slice(0, 6)}-${ENCODER_SHA256.multilingual.slice(0, 6)}`;

function bundled(name: string, reading: Pick<EncoderModel, 'maxTokens' | 'wordPieceFile'>): EncoderModel {
  return {
    modelFile: file(`${name}/model_int8.onnx`),
    tokenizerFile: file(`${name}/tokenizer.json`),
    pooling: 'cls',
    prefixes: { query: '', passage: '' },
    ...reading,
  };
}

function file(path: string): string {
  return fileURLToPath(new URL(path, MODELS_FOLDER));
}
