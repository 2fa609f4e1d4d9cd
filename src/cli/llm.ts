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

Fetches a language model, a file in the format GGUF. If it breaks off, the same command goes on where it ended.
SEXTANT_LLM_FILE makes the service write with it.

  --sha256 CHECKSUM  refuse any other file
  --to FILE          where to put it; default models/ in the data folder (SEXTANT_DATA_DIR), under the URL's last name`,

  async run(words, terminal) {
    const [name, ...rest] = words;
    if (name !== 'pull') throw new UsageError(`Say what to do: sextant llm pull URL.`);
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
  if (existsSync(file)) throw new CommandError(`${file} exists already, and is not overwritten.`);
  await mkdir(dirname(file), { recursive: true });
  const sha256 = await withBar({ url, file, sha256: readChecksum(values.sha256), inspect: requireGguf }, terminal);
  printLine(terminal.output, `${file}\nsha256 ${sha256}\n\nTo write with it: SEXTANT_LLM_FILE=${file}`);
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
  throw new UsageError(`"${written}" is not an address that begins with http:// or https://.`);
}

function readChecksum(written: string | undefined): string | null {
  if (written === undefined) return null;
  if (/^[0-9a-f]{64}$/i.test(written)) return written.toLowerCase();
  throw new UsageError('--sha256 takes 64 hexadecimal digits.');
}

function nameIn({ pathname }: URL): string {
  const name = basename(decodeURIComponent(pathname));
  if (name === '' || name.includes('/') || name === '..') {
    throw new UsageError('The URL has no file name at its end: say where to put it with --to FILE.');
  }
  return name;
}

async function requireGguf(file: string): Promise<void> {
  if (await isGgufFile(file)) return;
  throw new CommandError('What was fetched is not a GGUF file. It was removed. Does the URL lead to the file itself?');
}

/** The four letters that such a file begins with. */
const MAGIC = 'GGUF';

/** Whether a file looks like a language model in the format GGUF. Rejects if it can't be read. */
export async function isGgufFile(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString('latin1') === MAGIC;
  } finally {
    await handle.close();
  }
}
