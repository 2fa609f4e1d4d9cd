import { READER_FILES } from './onnx/bundled-models.js';
import { OnnxPassageReader } from './onnx/onnx-passage-reader.js';
import type { PassageReader } from './reader.js';

/** The reader that comes with Sextant. `onFailure` is told why it failed. */
export function openPassageReader(onFailure: (error: Error) => void): PassageReader {
  return new OnnxPassageReader({ files: READER_FILES, onFailure });
}
