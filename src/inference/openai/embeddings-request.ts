import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { failure } from '../../domain/errors/error.js';
import { unitVector } from '../embedder.js';
import { askEndpoint, type Endpoint, readText } from './endpoint-request.js';

export interface EmbeddingsEndpoint extends Omit<Endpoint, 'title'> {
  model: string;
  timeoutMilliseconds: number;
  /** How many numbers a vector has. Null: the endpoint is asked. */
  dimensions: number | null;
}

/** What a number takes in JSON at most, with room for indentation. */
const BYTES_PER_NUMBER = 64;
/** What an answer may have beside its numbers. */
const BYTES_BESIDE_NUMBERS = 1024 * 1024;
/** As many as can be set, for the request that finds out how many there are. */
const MOST_DIMENSIONS = 8_192;

/** Asks the endpoint for vectors. Rejects with the reason of `stop` when that aborts. */
export async function requestEmbeddings(
  settings: EmbeddingsEndpoint,
  input: readonly string[],
  stop: AbortSignal,
): Promise<EmbeddingsAnswer> {
  const endpoint = { ...settings, title: 'embeddings endpoint' };
  const timeout = AbortSignal.timeout(settings.timeoutMilliseconds);
  const call = {
    path: '/embeddings',
    body: { model: settings.model, input, encoding_format: 'float' },
    read: async (response: Response) =>
      readEmbeddingsAnswer(await readBody(response, input.length, settings), input.length),
  };
  try {
    return await askEndpoint(endpoint, call, AbortSignal.any([timeout, stop]));
  } catch (error) {
    if (error !== timeout.reason || !timeout.aborted) throw error;
    settings.onFailure(new Error('The embeddings endpoint did not answer in time.'));
    throw failure('model_timeout', 'The embeddings endpoint did not answer in time.');
  }
}

export interface EmbeddingsAnswer {
  /** Of unit length, in the order of the texts. */
  vectors: Float32Array[];
  /** Of all texts together; null if the endpoint does not count them. */
  tokens: number | null;
}

const ANSWER = Type.Object({
  data: Type.Array(Type.Object({ index: Type.Optional(Type.Integer()), embedding: Type.Array(Type.Number()) })),
  usage: Type.Optional(Type.Object({ prompt_tokens: Type.Optional(Type.Number({ minimum: 0 })) })),
});

/** Compiled: an answer has thousands of numbers, and looking each up in the schema took longer than all else. */
const CHECKED_ANSWER = Compile(ANSWER);

/** Nothing that an endpoint sends may fill our memory. */
async function readBody(response: Response, texts: number, { dimensions }: EmbeddingsEndpoint): Promise<string> {
  const numbers = texts * (dimensions ?? MOST_DIMENSIONS);
  const body = await readText(response, numbers * BYTES_PER_NUMBER + BYTES_BESIDE_NUMBERS);
  if (body === null) throw unusable(`more text than ${numbers} numbers can take`);
  return body;
}

/** The answer of an endpoint may be anything: the error page of another program, half an answer, vectors of zeros. */
function readEmbeddingsAnswer(body: string, expected: number): EmbeddingsAnswer {
  const answer = parse(body);
  if (answer.data.length !== expected) throw unusable(`${answer.data.length} vectors for ${expected} texts`);
  const vectors: Float32Array[] = [];
  answer.data.forEach(({ index, embedding }, i) => {
    vectors[index ?? i] = unitVector(embedding);
  });
  if (Object.keys(vectors).length !== expected || vectors.length !== expected)
    throw unusable('vectors with wrong indices');
  return { vectors, tokens: answer.usage?.prompt_tokens ?? null };
}

function parse(body: string): Static<typeof ANSWER> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw unusable('no JSON');
  }
  if (!CHECKED_ANSWER.Check(value)) throw unusable('no list of vectors');
  return value;
}

function unusable(what: string): Error {
  return failure('model_failed', `The embeddings endpoint answered with ${what}.`);
}
