import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { failure } from '../../domain/errors/error.js';
import { unitVector } from '../unit-vector.js';

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

/** Reads what an endpoint answered. It may be anything: another program's error page, half an answer, vectors of zeros. */
export function readEmbeddingsAnswer(body: string, expected: number): EmbeddingsAnswer {
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
