import { createHash, type Hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { RunningImports } from '../../operations/activity/running-imports.js';
import type { OperationContext } from '../../operations/context.js';
import {
  type ImportLine,
  type ImportSummary,
  importDocuments,
  type LineResult,
} from '../../operations/documents/import-documents.js';
import { callerOf } from '../admission/caller.js';
import { JSON_BODY_LIMIT } from '../body/json-body.js';
import { type SentLine, splitLines } from '../body/split-lines.js';
import { bodyChunks } from '../body/streamed-body.js';
import { errorDetail, toServiceError } from '../errors.js';
import { envelope } from '../views/views.js';
import { AnswerSpool } from './answer-spool.js';

export interface ImportSettings {
  request: FastifyRequest;
  mode: 'insert' | 'upsert';
  currentContext: () => OperationContext;
  imports: RunningImports;
  silenceMilliseconds: number;
  /** Where an answer waits that the client does not read yet. */
  spoolFolder: string;
  readLine: (line: SentLine) => ImportLine;
  /** Whether to read a small body whole before its first line is carried out. */
  whole: boolean;
  /** Told of every piece of the answer, and of the end with what the body was. */
  keep: AnswerKeeper;
}

export interface AnswerKeeper {
  piece(text: string): Promise<void>;
  finish(bodyFingerprint: string): Promise<void>;
  /** Called in every case, at last. */
  release(): void;
}

/** Starts an import and returns its answer, which grows while the body is still arriving. */
export function startImport(settings: ImportSettings): AnswerSpool {
  const { request, mode, currentContext, imports } = settings;
  return growingAnswer(settings, async (write) => {
    const hash = createHash('sha256');
    const emit = (results: LineResult[]) => write(results.map((result) => resultLine(result, request)).join(''));
    const summary = await imports.watch(callerOf(request).mode, (progress) =>
      importDocuments({ mode, lines: readLines(settings, hash), emit, progress }, currentContext),
    );
    return { lastLine: resultSummary(summary, request), bodyFingerprint: hash.digest('hex') };
  });
}

interface FinishedAnswer {
  lastLine: string;
  /** SHA-256 of the body, in hexadecimal. */
  bodyFingerprint: string;
}

/** An answer that is sent while work writes it, and kept for whoever repeats the request. */
export function growingAnswer(
  { spoolFolder, keep }: Pick<ImportSettings, 'spoolFolder' | 'keep'>,
  work: (write: (text: string) => Promise<void>) => Promise<FinishedAnswer>,
): AnswerSpool {
  const spool = new AnswerSpool(spoolFolder);
  const write = async (text: string) => {
    await keep.piece(text);
    await spool.write(text);
  };
  const run = async () => {
    const { lastLine, bodyFingerprint } = await work(write);
    await keep.piece(lastLine);
    // Kept before it is answered: a client that has seen the last line can rely on getting it again.
    await keep.finish(bodyFingerprint);
    await spool.write(lastLine);
  };
  run()
    .then(
      () => spool.end(),
      (error) => spool.end(error),
    )
    .finally(() => keep.release());
  return spool;
}

/** Bodies up to this size are read whole if they are to be. */
const WHOLE_BODY_BYTES = 4 * 1024 * 1024;

async function* readLines(settings: ImportSettings, hash: Hash): AsyncGenerator<ImportLine[]> {
  const { request, silenceMilliseconds, readLine } = settings;
  const arriving = bodyChunks(request.raw, { silenceMilliseconds, hash });
  const isLarge = Number(request.headers['content-length'] ?? 0) > WHOLE_BODY_BYTES;
  const chunks = settings.whole && !isLarge ? wholeIfSmall(arriving) : arriving;
  for await (const lines of splitLines(chunks, { longestLine: JSON_BODY_LIMIT })) {
    yield lines.map(readLine);
    // Bodies arrive faster than they are worked on; others must get their turn in between.
    await new Promise(setImmediate);
  }
}

/** Yields nothing of a small body until everything is there, and nothing at all if the rest never comes. */
async function* wholeIfSmall(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    bytes += chunk.length;
    // A client that streams does not say beforehand how much will come.
    if (bytes > WHOLE_BODY_BYTES) yield* held.splice(0);
  }
  yield* held;
}

function resultSummary({ semanticTokens, ...counts }: ImportSummary, request: FastifyRequest): string {
  return `${JSON.stringify({ ...envelope(request, 'import_result', semanticTokens), ...counts })}\n`;
}

export function resultLine({ error, ...result }: LineResult, request: FastifyRequest): string {
  const refusal = error === null ? null : toServiceError(error);
  const { line } = result;
  if (refusal?.code === 'internal_error') request.log.error({ err: error, line }, 'defect while importing a line');
  return `${JSON.stringify({ ...result, error: refusal && errorDetail(refusal, request.id) })}\n`;
}
