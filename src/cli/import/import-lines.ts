import { Interrupted, printLine, type Terminal } from '../command.js';
import { ProgressBar } from '../progress-bar.js';
import type { ServiceOptions } from '../service-target.js';
import { type UsedService, withService } from '../with-service.js';
import {
  ImportFailures,
  type ImportProgress,
  newProgress,
  removeProgress,
  savedProgress,
  saveProgress,
} from './progress.js';
import { type ImportTarget, type LineResult, sendLines } from './request.js';
import { type Chunk, type ImportSource, linesOf, openSource, positionIn, readChunks } from './source.js';
import { withStopNotice } from './stop-notice.js';

interface LinesToImport {
  /** `-` for standard input. */
  file: string;
  mode: ImportTarget['mode'];
  restart: boolean;
  values: ServiceOptions;
  terminal: Terminal;
}

/** Sends a file of documents, one JSON object per line, and resumes an earlier run that was interrupted. */
export async function importLines({ file, mode, restart, values, terminal }: LinesToImport): Promise<number> {
  const source = await openSource(file, terminal);
  return withService({ values, terminal, emptyFolder: 'create' }, async ({ target, place, interrupted }) => {
    const into = { ...target, mode, place };
    const saved = restart ? null : await savedProgress(source, into);
    return runImport({ source, target: into, saved, terminal, interrupted });
  });
}

interface Import {
  source: ImportSource;
  target: ImportTarget;
  saved: ImportProgress | null;
  terminal: Terminal;
  interrupted: UsedService['interrupted'];
}

async function runImport({ source, target, saved, terminal, interrupted }: Import): Promise<number> {
  const progress = saved ?? newProgress(source, target);
  const failures = new ImportFailures(source.name);
  if (saved === null) await Promise.all([failures.startOver(), removeProgress(source)]);
  else printLine(terminal.errors, `Resuming after line ${saved.position.line}; use --restart to start over.`);
  const bar = new ProgressBar(terminal.errors, 'lines');
  const finished = await withStopNotice({ bar, terminal, interrupted }, () =>
    sendChunks({ source, target, progress, failures, bar, interrupted }),
  );
  if (finished) await removeProgress(source);
  else
    printLine(terminal.errors, `Stopped after line ${progress.position.line}. Run the same command again to resume.`);
  printSummary(progress, failures, terminal);
  if (!finished) throw new Interrupted();
  return progress.failed === 0 ? 0 : 1;
}

interface Sending extends Omit<Import, 'saved' | 'terminal'> {
  progress: ImportProgress;
  failures: ImportFailures;
  bar: ProgressBar;
}

/** Returns false if it was interrupted, after the current chunk has been sent and recorded. */
async function sendChunks({ bar, ...sending }: Sending): Promise<boolean> {
  const { source, target, progress, failures, interrupted } = sending;
  try {
    for await (const chunk of readChunks(source.read(progress.position), progress.position)) {
      const show = (answered: number) => {
        const position = positionIn(chunk, answered);
        bar.update({ share: source.share(position), done: position.line });
      };
      show(0);
      // A later run repeats the first request under the same key if this run does not see its answer.
      if (chunk.start.line === 0) await saveProgress(source, progress);
      const events = { onAnswered: show, signal: interrupted };
      const results = await sendLines(target, chunk.body, `${progress.run}-${chunk.start.line}`, events);
      await record({ chunk, results, progress, failures });
      await saveProgress(source, progress);
      if (interrupted.aborted) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof Interrupted) return false;
    throw error;
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
