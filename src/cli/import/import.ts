import { type Command, onlyWord, parseWords, printLine, type Terminal, UsageError } from '../command.js';
import { ProgressBar } from '../progress-bar.js';
import { checkTarget, serviceTarget } from '../service-target.js';
import {
  ImportFailures,
  type ImportProgress,
  newProgress,
  removeProgress,
  savedProgress,
  saveProgress,
} from './progress.js';
import { type ImportTarget, type LineResult, sendLines } from './request.js';
import { type Chunk, type ImportSource, linesOf, openSource, readChunks } from './source.js';

const OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  mode: { type: 'string' },
  restart: { type: 'boolean' },
} as const;

export const importFile: Command = {
  help: `Usage: sextant import FILE [options]

Imports a file of documents, one JSON object per line, into a running service. FILE may end in .gz; - is standard input.
Running an interrupted import again resumes it. A failed line does not stop the import: failed lines are listed at the
end and written with their errors to FILE.failed.ndjson.

  --url URL              the service; default: http://SEXTANT_HOST:SEXTANT_PORT
  --key KEY              an API key with the scope write; default: SEXTANT_API_KEY
  --mode insert|upsert   upsert (default) replaces existing documents, insert rejects them
  --restart              start from the first line instead of resuming`,

  async run(words, terminal) {
    const { values, positionals } = parseWords(words, { allowPositionals: true, options: OPTIONS });
    const file = onlyWord(positionals, 'FILE');
    const target = targetOf(values, terminal);
    const source = await openSource(file, terminal);
    await checkTarget(target);
    const saved = values.restart ? null : await savedProgress(source, target);
    return runImport({ source, target, saved, terminal });
  },
};

interface Import {
  source: ImportSource;
  target: ImportTarget;
  saved: ImportProgress | null;
  terminal: Terminal;
}

async function runImport({ source, target, saved, terminal }: Import): Promise<number> {
  const progress = saved ?? newProgress(source, target);
  const failures = new ImportFailures(source.name);
  if (saved === null) await failures.startOver();
  else printLine(terminal.errors, `Resuming after line ${saved.position.line}; use --restart to start over.`);
  await saveProgress(source, progress);
  const finished = await sendChunks({ source, target, progress, failures, terminal });
  if (finished) await removeProgress(source);
  else
    printLine(terminal.errors, `Stopped after line ${progress.position.line}. Run the same command again to resume.`);
  printSummary(progress, failures, terminal);
  return finished && progress.failed === 0 ? 0 : 1;
}

interface Sending {
  source: ImportSource;
  target: ImportTarget;
  progress: ImportProgress;
  failures: ImportFailures;
  terminal: Terminal;
}

/** Returns false if it was interrupted, after the current chunk has been sent and recorded. */
async function sendChunks({ source, target, progress, failures, terminal }: Sending): Promise<boolean> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  const bar = new ProgressBar(terminal.errors, 'lines');
  process.once('SIGINT', interrupt);
  try {
    for await (const chunk of readChunks(source.read(progress.position), progress.position)) {
      const results = await sendLines(target, chunk.body, `${progress.run}-${chunk.start.line}`);
      await record({ chunk, results, progress, failures });
      await saveProgress(source, progress);
      bar.update({ share: source.share(), done: progress.position.line });
      if (interruption.signal.aborted) return false;
    }
    return true;
  } finally {
    bar.clear();
    process.removeListener('SIGINT', interrupt);
  }
}

interface SentChunk {
  chunk: Chunk;
  results: readonly LineResult[];
  progress: ImportProgress;
  failures: ImportFailures;
}

async function record({ chunk, results, progress, failures }: SentChunk): Promise<void> {
  const failed = results.filter(({ status }) => status === 'failed');
  const lines = failed.length === 0 ? [] : linesOf(chunk);
  await failures.add(
    failed.map((result) => ({
      result: { ...result, line: result.line + chunk.start.line },
      text: lines[result.line - 1] ?? '',
    })),
  );
  progress.failed += failed.length;
  progress.created += results.filter(({ status }) => status === 'created').length;
  progress.updated += results.filter(({ status }) => status === 'updated').length;
  progress.position = chunk.end;
}

function printSummary(
  { created, updated, failed }: ImportProgress,
  failures: ImportFailures,
  terminal: Terminal,
): void {
  printLine(terminal.output, `${created} created, ${updated} updated, ${failed} failed.`);
  if (failed === 0) return;
  for (const line of failures.shown) printLine(terminal.errors, line);
  printLine(terminal.errors, `All failed lines and their errors are in ${failures.file}.`);
}

function targetOf(values: { url?: string; key?: string; mode?: string }, terminal: Terminal): ImportTarget {
  const { mode = 'upsert' } = values;
  if (mode !== 'upsert' && mode !== 'insert') throw new UsageError(`--mode must be insert or upsert, not "${mode}".`);
  return { ...serviceTarget(values, terminal), mode };
}
