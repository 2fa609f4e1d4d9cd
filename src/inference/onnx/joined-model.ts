import { readFile } from 'node:fs/promises';
import { InferenceSession, sessionOptions } from './onnxruntime.js';
import type { TokenizerFiles } from './open-tokenizer.js';

/** A model that was trained on top of an encoder. */
export interface JoinedModelFiles extends TokenizerFiles {
  modelFile: string;
  /** The encoder: the model shares its vocabulary and its lowest tensors. */
  encoderFile: string;
}

/** What the export of such a model leaves out. */
const SHARED_TENSORS = ['word_embeddings_int8', 'word_scales', 'positions', 'emb_ln_w', 'emb_ln_b'];

/** `cores` is how many of them work on one text. */
export async function openJoinedModel(files: JoinedModelFiles, cores = 1): Promise<InferenceSession> {
  const [model, encoder] = await Promise.all([readFile(files.modelFile), readFile(files.encoderFile)]);
  const joined = joinTensors(model, encoder, SHARED_TENSORS);
  return InferenceSession.create(joined, sessionOptions(cores));
}

/**
 * Adds to a model what it shares with another one and does not have in its own file. In the format of ONNX (protocol
 * buffers) a message that comes in two parts is the sum of both, so the missing tensors, wrapped as a second part, are
 * simply put behind the file.
 */
export function joinTensors(model: Uint8Array, donor: Uint8Array, names: readonly string[]): Uint8Array {
  const graph = field(donor, GRAPH_OF_MODEL);
  const tensors = fields(graph).filter(
    ({ number, bytes }) => number === TENSOR_OF_GRAPH && names.includes(name(bytes)),
  );
  if (tensors.length !== names.length)
    throw new Error(`The encoder has ${tensors.length} of the ${names.length} tensors that the model shares with it.`);
  const parts = tensors.flatMap(({ bytes }) => [tag(TENSOR_OF_GRAPH), varint(bytes.length), bytes]);
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([model, tag(GRAPH_OF_MODEL), varint(size), ...parts]);
}

/** Numbers of fields in onnx.proto. */
const GRAPH_OF_MODEL = 7;
const TENSOR_OF_GRAPH = 5;
const NAME_OF_TENSOR = 8;
/** The kinds of fields: how long a value is depends on it. */
const VARINT = 0;
const FIXED_64 = 1;
const LENGTH_FIRST = 2;
const FIXED_32 = 5;

interface Field {
  number: number;
  /** Empty for numbers, which nobody asks for here. */
  bytes: Uint8Array;
}

function fields(message: Uint8Array): Field[] {
  const found: Field[] = [];
  for (let at = 0; at < message.length; ) {
    const [key, afterKey] = readVarint(message, at);
    const [start, end] = extent(message, afterKey, key & 7);
    found.push({ number: key >>> 3, bytes: message.subarray(start, end) });
    at = end;
  }
  return found;
}

/** Where the value that begins at `at` lies; the length that stands before it is not part of it. */
function extent(message: Uint8Array, at: number, kind: number): [number, number] {
  if (kind === VARINT) return [at, readVarint(message, at)[1]];
  if (kind === FIXED_64) return [at, at + 8];
  if (kind === FIXED_32) return [at, at + 4];
  if (kind !== LENGTH_FIRST) throw new Error('The file is not an ONNX model.');
  const [length, start] = readVarint(message, at);
  return [start, start + length];
}

function field(message: Uint8Array, number: number): Uint8Array {
  const found = fields(message).find((candidate) => candidate.number === number);
  if (found === undefined) throw new Error('The file is not an ONNX model.');
  return found.bytes;
}

function name(tensor: Uint8Array): string {
  return Buffer.from(field(tensor, NAME_OF_TENSOR)).toString('utf8');
}

/** The value, and where the next one begins. Lengths are below 2 ** 32, so plain numbers hold them. */
function readVarint(message: Uint8Array, from: number): [number, number] {
  let value = 0;
  for (let at = from, factor = 1; ; at++, factor *= 128) {
    value += (message[at] & 127) * factor;
    if (!(message[at] & 128)) return [value, at + 1];
  }
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Uint8Array.from([...bytes, rest]);
}

function tag(number: number): Uint8Array {
  return varint(number * 8 + LENGTH_FIRST);
}
