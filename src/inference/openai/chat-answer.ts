import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { failure } from '../../domain/errors/error.js';
import type { StopReason } from '../../domain/search/generation.js';
import { bodyOf, readText } from './endpoint-request.js';
import { readEventData } from './server-sent-events.js';

export interface ChatAnswer {
  text: string;
  stopReason: StopReason;
  /** Null if the endpoint does not count. */
  inputTokens: number | null;
  outputTokens: number | null;
}

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const finish = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const count = Type.Optional(Type.Number({ minimum: 0 }));
const usage = Type.Optional(Type.Union([Type.Object({ prompt_tokens: count, completion_tokens: count }), Type.Null()]));

const WHOLE = Type.Object({
  choices: Type.Array(Type.Object({ message: Type.Object({ content: text }), finish_reason: finish }), { minItems: 1 }),
  usage,
});
const PIECE = Type.Object({
  choices: Type.Optional(
    Type.Array(Type.Object({ delta: Type.Optional(Type.Object({ content: text })), finish_reason: finish })),
  ),
  usage,
});

/** Far more than the longest answer that can be asked for. Nothing that an endpoint sends may fill our memory. */
const LONGEST_ANSWER_BYTES = 4 * 1024 * 1024;
const LAST_EVENT = '[DONE]';

/** Reads an answer, whole or in pieces, whichever the endpoint chose. It may be anything: an error page, half an answer. */
export async function readChatAnswer(response: Response, onText: (piece: string) => void): Promise<ChatAnswer> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('text/event-stream')) return readPieces(response, onText);
  const answer = await readWhole(response);
  onText(answer.text);
  return answer;
}

async function readWhole(response: Response): Promise<ChatAnswer> {
  const body = await readText(response, LONGEST_ANSWER_BYTES);
  if (body === null) throw unusable('an endless answer');
  const { choices, usage } = parse(WHOLE, body);
  return {
    text: choices[0].message.content ?? '',
    stopReason: stopReasonOf(choices[0].finish_reason),
    ...countsOf(usage),
  };
}

async function readPieces(response: Response, onText: (piece: string) => void): Promise<ChatAnswer> {
  const answer: ChatAnswer = { text: '', stopReason: 'not_available', inputTokens: null, outputTokens: null };
  let ended = false;
  try {
    for await (const data of readEventData(limited(bodyOf(response)))) {
      ended ||= data === LAST_EVENT;
      if (data === LAST_EVENT) break;
      ended = addPiece(answer, parse(PIECE, data), onText) || ended;
    }
  } catch (error) {
    // What has been passed on can't be taken back, so there is no second attempt.
    throw answer.text === '' ? error : brokenOff();
  }
  if (!ended) throw brokenOff();
  return answer;
}

/** Returns whether the text ends with this piece; tokens may still be counted after it. */
function addPiece(
  answer: ChatAnswer,
  { choices, usage }: Static<typeof PIECE>,
  onText: (piece: string) => void,
): boolean {
  if (usage) Object.assign(answer, countsOf(usage));
  const [choice] = choices ?? [];
  const piece = choice?.delta?.content ?? '';
  if (piece !== '') {
    answer.text += piece;
    onText(piece);
  }
  const reason = choice?.finish_reason ?? null;
  if (reason !== null) answer.stopReason = stopReasonOf(reason);
  return reason !== null;
}

async function* limited(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > LONGEST_ANSWER_BYTES) throw unusable('an endless answer');
    yield chunk;
  }
}

function stopReasonOf(finishReason: string | null | undefined): StopReason {
  if (finishReason === 'stop') return 'end_turn';
  return finishReason === 'length' ? 'max_tokens' : 'not_available';
}

function countsOf(usage: Static<typeof WHOLE>['usage']): Pick<ChatAnswer, 'inputTokens' | 'outputTokens'> {
  return { inputTokens: usage?.prompt_tokens ?? null, outputTokens: usage?.completion_tokens ?? null };
}

function parse<Schema extends typeof WHOLE | typeof PIECE>(schema: Schema, body: string): Static<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw unusable('no JSON');
  }
  if (isComplaint(value)) throw unusable('an error');
  if (!Value.Check(schema, value)) throw unusable('no text');
  return value;
}

/** Some endpoints say that something went wrong with a status of success, or in the middle of a stream. */
function isComplaint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'error' in value && value.error !== null;
}

function unusable(what: string): Error {
  return failure('model_failed', `The language model answered with ${what}.`);
}

function brokenOff(): Error {
  return failure('model_failed', 'The language model broke off in the middle of its answer.');
}
