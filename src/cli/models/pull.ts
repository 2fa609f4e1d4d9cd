import { existsSync } from 'node:fs';
import { mkdir, open, rename, rmdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  findDownloaded,
  isModelName,
  type ModelFile,
  manifestFile,
  modelFolder,
  type NamedModel,
} from '../../app/named-models.js';
import { loadConfig } from '../../config.js';
import { canRunLocalModels } from '../../inference/open-language-models.js';
import { syncFolder } from '../../storage/data-folder.js';
import { CommandError, onlyWord, parseWords, printLine, type Terminal, UsageError } from '../command.js';
import { formatBytes, ProgressBar } from '../progress-bar.js';
import { findInCatalogue, sizeOfModel } from './catalogue.js';
import { download, requireSpace } from './resumable-download.js';

const MEGABYTE = 1_000_000;
const PULL_OPTIONS = { sha256: { type: 'string' }, name: { type: 'string' } } as const;

/** `sextant models pull NAME` or `sextant models pull URL` */
export async function pull(words: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseWords(words, { options: PULL_OPTIONS, allowPositionals: true });
  const wanted = onlyWord(positionals, 'NAME or URL');
  const { dataDir } = loadConfig(terminal.environment);
  if (/^[a-z]+:\/\//i.test(wanted)) return pullModel(modelAt(readUrl(wanted), values), dataDir, terminal);
  if (Object.keys(values).length > 0) throw new UsageError('--sha256 and --name are for a model from a URL.');
  return pullModel(await findInCatalogue(wanted), dataDir, terminal);
}

/** Downloads what is missing of a model into its folder. */
export async function pullModel(model: NamedModel, dataDir: string, terminal: Terminal): Promise<number> {
  const present = findDownloaded(dataDir, model.name);
  if (present !== null) {
    requireSame(present, model);
    printLine(terminal.output, `${model.name} is already downloaded.\n\n${howToUse(model)}`);
    return 0;
  }
  const folder = modelFolder(dataDir, model.name);
  await mkdir(folder, { recursive: true });
  try {
    const missing = model.files.filter(({ name }) => !existsSync(join(folder, name)));
    await requireSpace(folder, sizeOfModel({ files: missing }) ?? 0);
    announce(model, terminal);
    const files: ModelFile[] = [];
    for (const file of model.files) files.push(await pullFile(file, { model, folder, terminal }));
    await writeManifest(folder, { ...model, files });
  } catch (error) {
    // Kept if it has something that another try can use.
    await rmdir(folder).catch(() => undefined);
    throw error;
  }
  printLine(terminal.output, `${model.name} is downloaded and verified.\n\n${howToUse(model)}`);
  return 0;
}

function requireSame(present: NamedModel, wanted: NamedModel): void {
  const isSame = wanted.files.every(({ name, sha256, url }) =>
    present.files.some((file) => file.name === name && (sha256 === null ? file.url === url : file.sha256 === sha256)),
  );
  if (isSame) return;
  throw new CommandError(
    `Another model is called ${wanted.name}. Choose another --name, or remove it with \`sextant models remove ${wanted.name}\`.`,
  );
}

function announce(model: NamedModel, { errors }: Terminal): void {
  const size = sizeOfModel(model);
  const facts = [
    size === null ? [] : formatBytes(size),
    model.licence === null ? [] : `licence: ${model.licence}`,
    `from ${new URL(model.files[0].url).host}`,
  ].flat();
  printLine(errors, `Downloading ${model.name} (${facts.join(', ')}).`);
}

async function pullFile(
  file: ModelFile,
  { model, folder, terminal }: { model: NamedModel; folder: string; terminal: Terminal },
): Promise<ModelFile> {
  const path = join(folder, file.name);
  // It was verified before it got this name.
  if (existsSync(path)) return file;
  const bar = new ProgressBar(terminal.errors, 'MB');
  try {
    const inspect = model.kind === 'language_model' ? requireGguf : undefined;
    const wanted = { url: new URL(file.url), file: path, sha256: file.sha256, bytes: file.bytes, inspect };
    const { sha256, bytes } = await download(wanted, (done, total) =>
      bar.update({ share: total === null ? null : done / total, done: Math.round(done / MEGABYTE) }),
    );
    if (file.sha256 === null) {
      bar.clear();
      printLine(terminal.errors, `${file.name} has the checksum that its server states: sha256 ${sha256}.`);
    }
    return { ...file, sha256, bytes };
  } finally {
    bar.clear();
  }
}

/** Written last and at once, so that a model is complete or not there. */
async function writeManifest(folder: string, model: NamedModel): Promise<void> {
  if (model.encoding !== undefined) {
    // Where encoders usually say how long a text they read.
    const length = { max_seq_length: model.encoding.max_tokens };
    await writeFile(join(folder, 'sentence_bert_config.json'), `${JSON.stringify(length)}\n`);
  }
  const file = manifestFile(folder);
  await writeFile(`${file}.part`, `${JSON.stringify(model, null, 2)}\n`, { flush: true });
  await rename(`${file}.part`, file);
  await syncFolder(folder);
}

function howToUse({ name, kind }: NamedModel): string {
  if (kind === 'encoder') return `To use it: SEXTANT_EMBEDDING_MODEL=${name}. Documents are then embedded again.`;
  const missing = canRunLocalModels()
    ? ''
    : '\nIt needs node-llama-cpp, which is not installed: `npm install -g node-llama-cpp`.';
  return `To use it: SEXTANT_LLM_MODEL=${name}${missing}`;
}

function modelAt(url: URL, { sha256, name }: { sha256?: string; name?: string }): NamedModel {
  const chosen = name ?? nameIn(url);
  if (!isModelName(chosen)) {
    throw new UsageError(
      name === undefined
        ? 'The URL does not end in a file name that can be the name of the model. Choose one with --name NAME.'
        : '--name must have up to 64 lower-case letters, digits, dots, hyphens and underscores.',
    );
  }
  const file = { name: `${chosen}.gguf`, url: url.href, bytes: null, sha256: readChecksum(sha256) };
  return { name: chosen, kind: 'language_model', licence: null, files: [file] };
}

function readUrl(written: string): URL {
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`"${written}" is not a URL that begins with http:// or https://.`);
}

function readChecksum(written: string | undefined): string | null {
  if (written === undefined) return null;
  if (/^[0-9a-f]{64}$/i.test(written)) return written.toLowerCase();
  throw new UsageError('--sha256 must have 64 hexadecimal digits.');
}

function nameIn({ pathname }: URL): string {
  return basename(pathname)
    .replace(/\.gguf$/i, '')
    .toLowerCase();
}

async function requireGguf(file: string): Promise<void> {
  if (await isGgufFile(file)) return;
  throw new CommandError(
    'The downloaded file is not a GGUF file and was removed. Does the URL point to the file itself?',
  );
}

/** The first four bytes of a GGUF file. */
const MAGIC = 'GGUF';

/** Whether a file looks like a GGUF language model. Rejects if it can't be read. */
export async function isGgufFile(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString('latin1') === MAGIC;
  } finally {
    await handle.close();
  }
}
