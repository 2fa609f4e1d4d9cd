import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Embedder, ModelFilesError, type Prefixes } from '../embedder.js';
import type { EncoderModel, Pooling } from './encoder.js';
import { type OnnxEmbedderOptions, openOnnxEmbedder } from './onnx-embedder.js';

export interface DirectoryModelSettings {
  folder: string;
  pooling: Pooling;
  prefixes: Prefixes;
}

const DEFAULT_MAX_TOKENS = 256;
/** What any encoder of the BERT family can read. */
const MOST_TOKENS = 512;

/** An encoder of the operator's choice, from a folder with model.onnx and tokenizer.json. */
export async function openDirectoryEmbedder(
  settings: DirectoryModelSettings,
  options: Pick<OnnxEmbedderOptions, 'threads' | 'onFailure'>,
): Promise<Embedder> {
  const { model, space } = await readDirectoryModel(settings);
  return openOnnxEmbedder({ ...options, space, models: [model], modelFor: () => 0 });
}

export async function readDirectoryModel(
  settings: DirectoryModelSettings,
): Promise<{ model: EncoderModel; space: string }> {
  const { folder, pooling, prefixes } = settings;
  const files = { modelFile: join(folder, 'model.onnx'), tokenizerFile: join(folder, 'tokenizer.json') };
  for (const file of Object.values(files)) await requireFile(file);
  const model = { ...files, wordPieceFile: null, pooling, prefixes, maxTokens: await maxTokens(folder) };
  return { model, space: await spaceOf(model, settings) };
}

async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile()) return;
  throw new ModelFilesError(`The encoder's folder must hold model.onnx and tokenizer.json; there is no ${path}.`);
}

/** Sentence encoders say in one of these files how long a text they were trained for. */
async function maxTokens(folder: string): Promise<number> {
  for (const name of ['sentence_bert_config.json', 'config.json']) {
    const file = join(folder, name);
    if (!existsSync(file)) continue;
    const { max_seq_length: length } = JSON.parse(await readFile(file, 'utf8'));
    if (Number.isInteger(length) && length > 2) return Math.min(length, MOST_TOKENS);
  }
  return DEFAULT_MAX_TOKENS;
}

/** All that passages' vectors depend on. The prefix of queries is not part of it: a change needs no new vectors. */
async function spaceOf(model: EncoderModel, { folder, pooling, prefixes }: DirectoryModelSettings): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([pooling, prefixes.passage, model.maxTokens]));
  for (const file of [model.modelFile, model.tokenizerFile]) {
    await pipeline(createReadStream(file), async (chunks) => {
      for await (const chunk of chunks) hash.update(chunk);
    });
  }
  return `${basename(resolve(folder))}-${hash.digest('hex').slice(0, 12)}`;
}
