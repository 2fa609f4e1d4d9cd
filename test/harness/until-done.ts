import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './client.js';

/** An answer other than 200. */
export interface Refusal {
  status: number;
  code: string;
  retryAfter: string | null;
  message: string;
}

const LONGEST_PAUSE_SECONDS = 1;

/** Sends a request again until it is answered, as a careful client does. `refusals` gets what was said before. */
export async function untilDone(
  send: () => Promise<Answer>,
  refusals: Refusal[],
  isDone: (answer: Answer) => boolean = ({ status }) => status === 200,
): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (isDone(answer)) return answer;
    const { status, headers, body } = answer;
    const { code, message } = body.error;
    const retryAfter = headers.get('retry-after');
    refusals.push({ status, code, retryAfter, message });
    // Nothing but a refusal for the moment may be repeated; the test fails at what is left.
    if (status !== 503) throw new Error(`${status} ${code}: ${message}`);
    await sleep(1000 * Math.min(LONGEST_PAUSE_SECONDS, Number(retryAfter ?? 1)));
  }
}
