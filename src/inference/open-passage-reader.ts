import { OnnxPassageReader, type PassageReaderOptions } from './onnx/onnx-passage-reader.js';
import type { PassageReader } from './reader.js';

/** The reader that comes with Sextant. It is loaded by the first passage, unless somebody does so before. */
export function openPassageReader(options: PassageReaderOptions): PassageReader {
  return new OnnxPassageReader(options);
}
