import { readFileSync } from 'node:fs';
import { openBundledEmbedder } from '../../src/inference/onnx/bundled-embedder.js';
import { READER_FILES } from '../../src/inference/onnx/bundled-models.js';
import { OnnxPassageReader } from '../../src/inference/onnx/onnx-passage-reader.js';
import type { Setting } from './asked-questions.js';
import { ReadingCache } from './reading-cache.js';
import { VectorCache } from './vector-cache.js';

interface CachedModels {
  setting: Setting;
  /** Saves what was embedded and read. */
  close(): Promise<void>;
}

/** Encoder and reader, on all cores. What they make is kept in the named files, if any. */
export async function openCachedModels(vectors: string | null, readings: string | null): Promise<CachedModels> {
  const onFailure = (error: Error) => {
    throw error;
  };
  const embedder = new VectorCache(await openBundledEmbedder({ threads: 2, onFailure }), vectors);
  const reader = new ReadingCache(
    new OnnxPassageReader({ files: READER_FILES, threads: 2, coresPerThread: 1, onFailure }),
    readings,
  );
  const { middle, steepness } = JSON.parse(readFileSync('models/calibration.json', 'utf8'));
  return {
    setting: { embedder, reader, scale: { middle, steepness } },
    close: async () => {
      embedder.save();
      await embedder.close();
      await reader.close();
    },
  };
}
