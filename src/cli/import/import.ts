import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { loadConfig } from '../../config.js';
import { type Command, parseWords, type Terminal, UsageError } from '../command.js';
import { checkOptions } from '../service-target.js';
import { withService } from '../with-service.js';
import { FILE_OPTIONS, type FileOptions, readFileOptions, usedFileOptions } from './files/file-options.js';
import { importFiles } from './files/import-files.js';
import { openRoots } from './files/roots.js';
import { watchFiles } from './files/watch-files.js';
import { importLines } from './import-lines.js';
import type { ImportTarget } from './request.js';

const OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  mode: { type: 'string' },
  restart: { type: 'boolean' },
  ...FILE_OPTIONS,
} as const;

export const importCommand: Command = {
  help: `Usage: sextant import PATH… [options]

Imports files, folders and patterns such as 'notes/**/*.md': Markdown, HTML, text, PDF, DOCX, EPUB, EML, MBOX, CSV, JSON and NDJSON.
Documents go to the running service, or without one into the data folder (SEXTANT_DATA_DIR). Files that have not changed since the
last import are skipped. Files that fail are listed at the end; the others are imported.

  --url URL              the service; default: SEXTANT_URL, else http://SEXTANT_HOST:SEXTANT_PORT, if one runs there
  --key KEY              an API key with the scopes read and write for that service; default: SEXTANT_API_KEY
  --tenant ID            the tenant of the documents; default: default
  --metadata KEY=VALUE   added to the metadata of every document; may be repeated
  --language CODE        the language of all documents; default: detected for each
  --include PATTERN      only files that match, such as '*.md'; may be repeated
  --exclude PATTERN      no files or folders that match; may be repeated
  --hidden               also files and folders whose name begins with a dot
  --follow-links         also what symbolic links in folders lead to
  --base-uri URI         source_uri begins with URI instead of the folder's path; makes ids independent of the machine
  --title-column NAME    the column or field of CSV and JSON that holds the title; default: guessed
  --content-column NAME  the one that holds the content; default: guessed
  --encoding NAME        the encoding of text files that are not Unicode; default: windows-1252
  --max-size MIB         the largest file; default: 100
  --timeout SECONDS      the longest time for reading a file; default: 120
  --delete               remove the documents of files that no longer exist
  --watch                keep the index in step with folders until Ctrl-C
  --json                 print the report as JSON

sextant import FILE.ndjson[.gz] sends a file of documents, one JSON object per line, as it is; - is standard input. Running an
interrupted import again resumes it. Failed lines are listed at the end and written with their errors to FILE.failed.ndjson.

  --mode insert|upsert   upsert (default) replaces existing documents, insert rejects them
  --restart              start from the first line instead of resuming`,

  async run(words, terminal) {
    const { values, positionals } = parseWords(words, { allowPositionals: true, options: OPTIONS });
    if (positionals.length === 0) throw new UsageError('PATH is missing.');
    const mode = modeOf(values.mode);
    checkOptions(values);
    if (positionals.length === 1 && isLines(positionals[0])) {
      const misplaced = usedFileOptions(values);
      if (misplaced.length > 0) throw new UsageError(`--${misplaced[0]} does not apply to a file of NDJSON lines.`);
      return importLines({ file: positionals[0], mode, restart: values.restart ?? false, values, terminal });
    }
    if (values.restart) throw new UsageError('--restart applies to a file of NDJSON lines only.');
    if (values.mode !== undefined) throw new UsageError('--mode applies to a file of NDJSON lines only.');
    const options = readFileOptions(values);
    if (options.baseUri !== null && positionals.length > 1) throw new UsageError('--base-uri names one folder only.');
    const roots = await openRoots(positionals);
    const dataFolder = await dataFolderOf(terminal);
    return withService({ values, terminal, emptyFolder: 'create' }, ({ target, place, interrupted }) => {
      refuseForeignRemoval(target.url, options);
      const request = { roots, target: { ...target, mode, place }, options, dataFolder, terminal, interrupted };
      return options.watch ? watchFiles(request) : importFiles(request);
    });
  },
};

/** Whether the file is sent line by line, as it is. */
function isLines(file: string): boolean {
  return file === '-' || /\.(?:ndjson|jsonl)(?:\.gz)?$|\.gz$/i.test(file);
}

/** Another machine may have other files at the same paths: they must not be taken for files of this one that are gone. */
function refuseForeignRemoval(url: string, options: FileOptions): void {
  const isHere = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
  if (isHere || options.baseUri !== null || !(options.delete || options.watch)) return;
  throw new UsageError(
    '--delete and --watch on the service of another machine need --base-uri, which names the folder for all machines.',
  );
}

async function dataFolderOf({ environment }: Terminal): Promise<string> {
  const folder = resolve(loadConfig(environment).dataDir);
  return realpath(folder).catch(() => folder);
}

function modeOf(written = 'upsert'): ImportTarget['mode'] {
  if (written !== 'upsert' && written !== 'insert')
    throw new UsageError(`--mode must be insert or upsert, not "${written}".`);
  return written;
}
