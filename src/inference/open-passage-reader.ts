import { READER_FILES } from './onnx/bundled-models.js';
import { OnnxPassageReader } from './onnx/onnx-passage-reader.js';
import type { PassageReaders } from './reader.js';

/** The readers that come with Sextant. `onFailure` is told why one failed. */
export function openPassageReaders(onFailure: (error: Error) => void): PassageReaders {
  return {
    english: new OnnxPassageReader({ files: READER_FILES.english, onFailure }),
    multilingual: new OnnxPassageReader({ files: READER_FILES.multilingual, onFailure }),
  };
}
