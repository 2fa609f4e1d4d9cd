import { OnnxSentimentReader } from './onnx/onnx-sentiment-reader.js';
import type { SentimentReader } from './sentiment.js';

/** The classifier that comes with Sextant. It is loaded by the first text; `onFailure` is told why it failed. */
export function openSentimentReader(onFailure: (error: Error) => void): SentimentReader {
  return new OnnxSentimentReader(onFailure);
}
