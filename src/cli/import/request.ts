import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../command.js';
import { PASSING_STATUSES, reasonOf, refusal, type ServiceTarget } from '../service-target.js';

/** What the service says about one line; `line` counts from 1 within what was sent. */
export interface LineResult {
  line: number;
  id: string | null;
  status: 'created' | 'updated' | 'failed';
  error: { code?: string; message?: string } | null;
}

export interface ImportTarget extends ServiceTarget {
  mode: 'insert' | 'upsert';
}

/** The request may work if it is sent again. */
class PassingError extends Error {
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

/**
 * Sends lines and returns what became of each. Sent again where that may help: under the same idempotency key the
 * service answers as it did before, so that no line is taken twice.
 */
export async function sendLines(target: ImportTarget, body: Buffer, idempotencyKey: string): Promise<LineResult[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendOnce(target, body, idempotencyKey);
    } catch (error) {
      if (!(error instanceof PassingError)) throw error;
      if (attempt === ATTEMPTS) throw new CommandError(`${error.message} Given up after ${ATTEMPTS} attempts.`);
      const wait = error.waitSeconds ?? FIRST_WAIT_SECONDS * 2 ** (attempt - 1);
      await sleep(Math.min(wait, LONGEST_WAIT_SECONDS) * 1000);
    }
  }
}

async function sendOnce(target: ImportTarget, body: Buffer, idempotencyKey: string): Promise<LineResult[]> {
  const headers = {
    'X-API-Key': target.key,
    'Content-Type': 'application/x-ndjson',
    'Idempotency-Key': idempotencyKey,
  };
  const url = `${target.url}/v20241104/documents/import?mode=${target.mode}`;
  const response = await fetch(url, { method: 'POST', headers, body }).catch(asPassing);
  const text = await response.text().catch(asPassing);
  if (PASSING_STATUSES.includes(response.status)) {
    const wait = Number(response.headers.get('retry-after') || Number.NaN);
    throw new PassingError(refusal(response.status, text).message, Number.isNaN(wait) ? null : wait);
  }
  if (!response.ok) throw refusal(response.status, text);
  return resultsIn(text);
}

function asPassing(error: unknown): never {
  throw new PassingError(`The connection to the service failed (${reasonOf(error)}).`);
}

function resultsIn(text: string): LineResult[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const last: { object?: string } = lines.length === 0 ? {} : parseLine(lines[lines.length - 1]);
  if (last.object !== 'import_result') throw new PassingError('The answer of the service broke off.');
  return lines.slice(0, -1).map((line): LineResult => parseLine(line));
}

/** A line that is cut off is no JSON. */
function parseLine<T>(line: string): T {
  try {
    return JSON.parse(line);
  } catch {
    throw new PassingError('The answer of the service broke off.');
  }
}
