import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, Interrupted } from '../command.js';
import { reasonOf, refusal, type ServiceTarget, TEMPORARY_STATUSES } from '../service-target.js';

/** The result of one line; `line` counts from 1 within the request. */
export interface LineResult {
  line: number;
  id: string | null;
  status: 'created' | 'updated' | 'failed';
  error: { code?: string; message?: string } | null;
}

export interface ImportTarget extends ServiceTarget {
  mode: 'insert' | 'upsert';
  /** Names the same service in a later run. */
  place: string;
}

/** A temporary failure: a retry may succeed. */
class TemporaryFailure extends Error {
  constructor(
    message: string,
    readonly waitSeconds: number | null = null,
  ) {
    super(message);
  }
}

const ATTEMPTS = 6;
const FIRST_WAIT_SECONDS = 0.5;
const LONGEST_WAIT_SECONDS = 60;

export interface SendingEvents {
  /** How many lines have been answered so far; begins anew with each attempt. */
  onAnswered?(lines: number): void;
  /** No further attempt is made once it is aborted. */
  signal?: AbortSignal;
}

/**
 * Sends lines and returns the result of each. Retries temporary failures: with the same idempotency key the service repeats
 * its answer, so that no line is imported twice.
 */
export function sendLines(
  target: ImportTarget,
  body: Buffer,
  idempotencyKey: string,
  { onAnswered, signal }: SendingEvents = {},
): Promise<LineResult[]> {
  return withRetries(() => sendOnce(target, body, idempotencyKey, onAnswered), signal);
}

/** Asks the `filter` endpoint. */
export function filterDocuments<Page>(target: ServiceTarget, body: object): Promise<Page> {
  const headers = { 'X-API-Key': target.key, 'Content-Type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  return withRetries(async () => JSON.parse(await sendRequest(`${target.url}/v20241104/filter`, request)));
}

/** A document with everything that is stored of it; null if there is none. */
export async function getDocument<Document>(target: ServiceTarget, id: string): Promise<Document | null> {
  const request = { headers: { 'X-API-Key': target.key } };
  const accepted = [404];
  const url = `${target.url}/v20241104/documents/${id}`;
  const answer: { object: string } & Document = await withRetries(async () =>
    JSON.parse(await sendRequest(url, request, accepted)),
  );
  return answer.object === 'error' ? null : answer;
}

/** Deletes a document; it is no error if it is gone already. */
export async function removeDocument(target: ServiceTarget, id: string): Promise<void> {
  const request = { method: 'DELETE', headers: { 'X-API-Key': target.key } };
  const accepted = [404];
  await withRetries(() => sendRequest(`${target.url}/v20241104/documents/${id}`, request, accepted));
}

async function withRetries<Result>(send: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TemporaryFailure)) throw error;
      if (attempt === ATTEMPTS) throw new CommandError(`${error.message} Gave up after ${ATTEMPTS} attempts.`);
      const wait = error.waitSeconds ?? FIRST_WAIT_SECONDS * 2 ** (attempt - 1);
      await sleep(Math.min(wait, LONGEST_WAIT_SECONDS) * 1000, undefined, { signal }).catch(() => {
        throw new Interrupted();
      });
    }
  }
}

async function sendOnce(
  target: ImportTarget,
  body: Buffer,
  idempotencyKey: string,
  onAnswered?: SendingEvents['onAnswered'],
): Promise<LineResult[]> {
  const headers = {
    'X-API-Key': target.key,
    'Content-Type': 'application/x-ndjson',
    'Idempotency-Key': idempotencyKey,
  };
  const url = `${target.url}/v20241104/documents/import?mode=${target.mode}`;
  return resultsIn(await sendRequest(url, { method: 'POST', headers, body }, [], onAnswered));
}

/** The text of the response. `accepted` are statuses that are no failure here; `onLines` is told how many lines of it have come. */
async function sendRequest(
  url: string,
  request: RequestInit,
  accepted: readonly number[] = [],
  onLines?: (lines: number) => void,
): Promise<string> {
  const response = await fetch(url, request).catch(asTemporary);
  const text = await textOf(response, onLines).catch(asTemporary);
  if (TEMPORARY_STATUSES.includes(response.status)) {
    const wait = Number(response.headers.get('retry-after') || Number.NaN);
    throw new TemporaryFailure(refusal(response.status, text).message, Number.isNaN(wait) ? null : wait);
  }
  if (!response.ok && !accepted.includes(response.status)) throw refusal(response.status, text);
  return text;
}

/** Blank lines are left out: the service sends them where it has nothing to tell yet. */
async function textOf({ body }: Response, onLines?: (lines: number) => void): Promise<string> {
  const complete: string[] = [];
  let rest = '';
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    complete.push(...lines.filter((line) => line !== ''));
    onLines?.(complete.length);
  }
  return [...complete, rest].join('\n');
}

function asTemporary(error: unknown): never {
  throw new TemporaryFailure(`The connection to the service failed (${reasonOf(error)}).`);
}

function resultsIn(text: string): LineResult[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const last: { object?: string } = lines.length === 0 ? {} : parseLine(lines[lines.length - 1]);
  if (last.object !== 'import_result') throw new TemporaryFailure('The response of the service was cut off.');
  return lines.slice(0, -1).map((line): LineResult => parseLine(line));
}

/** A line that was cut off is not valid JSON. */
function parseLine<T>(line: string): T {
  try {
    return JSON.parse(line);
  } catch {
    throw new TemporaryFailure('The response of the service was cut off.');
  }
}
