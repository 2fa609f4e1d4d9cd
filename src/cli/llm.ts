import { existsSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { loadConfig } from '../config.js';
import { type Command, CommandError, onlyWord, parseWords, printLine, type Terminal, UsageError } from './command.js';
import { ProgressBar } from './progress-bar.js';
import { type Download, download } from './resumable-download.js';

const MEGABYTE = 1_000_000;

export const llm: Command = {
  help: `Usage: sextant llm pull URL [--sha256 CHECKSUM] [--to FILE]

Downloads a language model, a GGUF file. If the download breaks off, the same command resumes it. Set SEXTANT_LLM_FILE to
use the model in the service.

  --sha256 CHECKSUM  reject a file with another checksum
  --to FILE          where to save it; default: models/ in the data folder (SEXTANT_DATA_DIR), named as in the URL`,

  async run(words, terminal) {
    const [name, ...rest] = words;
    if (name !== 'pull') throw new UsageError('Usage: sextant llm pull URL.');
    await pull(rest, terminal);
    return 0;
  },
};

async function pull(words: readonly string[], terminal: Terminal): Promise<void> {
  const options = { sha256: { type: 'string' }, to: { type: 'string' } } as const;
  const { values, positionals } = parseWords(words, { options, allowPositionals: true });
  const url = readUrl(onlyWord(positionals, 'URL'));
  const { dataDir } = loadConfig(terminal.environment);
  const file = resolve(values.to ?? join(dataDir, 'models', nameIn(url)));
  if (existsSync(file)) throw new CommandError(`${file} already exists; it will not be overwritten.`);
  await mkdir(dirname(file), { recursive: true });
  const sha256 = await withBar({ url, file, sha256: readChecksum(values.sha256), inspect: requireGguf }, terminal);
  printLine(terminal.output, `${file}\nsha256 ${sha256}\n\nTo use it: SEXTANT_LLM_FILE=${file}`);
}

async function withBar(wanted: Download, { errors }: Terminal): Promise<string> {
  const bar = new ProgressBar(errors, 'MB');
  try {
    return await download(wanted, (done, total) =>
      bar.update({ share: total === null ? null : done / total, done: Math.round(done / MEGABYTE) }),
    );
  } finally {
    bar.clear();
  }
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
  const name = basename(decodeURIComponent(pathname));
  if (name === '' || name.includes('/') || name === '..') {
    throw new UsageError('The URL does not end in a file name. Choose one with --to FILE.');
  }
  return name;
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
