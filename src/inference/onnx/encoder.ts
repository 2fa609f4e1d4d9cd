import { type Embedding, introduced, type Prefixes, type TextKind, unitVector } from '../embedder.js';
import { openJoinedModel } from './joined-model.js';
import { InferenceSession, sessionOptions, Tensor } from './onnxruntime.js';
import { openTokenizer, type TokenizerFiles } from './open-tokenizer.js';
import type { Tokenizer } from './text-tokenizer.js';

/** How the vectors of a text's tokens become one, for models that leave this to their user. */
export type Pooling = 'mean' | 'cls';

/** An encoder in files, and how it wants to be used. */
export interface EncoderModel extends TokenizerFiles {
  modelFile: string;
  /** The encoder whose word table it shares, where its own file has none. */
  encoderFile?: string;
  pooling: Pooling;
  prefixes: Prefixes;
  /** What the encoder reads of a text, its special tokens included. The rest is not embedded. */
  maxTokens: number;
}

/** One text of a portion of work. */
export interface EncoderText {
  text: string;
  kind: TextKind;
}

/** A loaded model. Each text is run by itself: its vector never depends on what else is embedded at the time. */
export class Encoder {
  readonly #model: EncoderModel;
  readonly #tokenizer: Tokenizer;
  readonly #session: InferenceSession;

  private constructor(model: EncoderModel, tokenizer: Tokenizer, session: InferenceSession) {
    this.#model = model;
    this.#tokenizer = tokenizer;
    this.#session = session;
  }

  static async load(model: EncoderModel): Promise<Encoder> {
    const tokenizer = await openTokenizer(model, model.maxTokens);
    return new Encoder(model, tokenizer, await openSession(model));
  }

  async embed(text: EncoderText): Promise<Embedding> {
    const { ids, tokens } = this.#tokenizer.encode(introduced(text, this.#model.prefixes));
    const outputs = await this.#session.run(this.#inputs(ids));
    return { vector: unitVector(this.#sentenceVector(outputs)), tokens };
  }

  countTokens(text: EncoderText): number {
    return this.#tokenizer.encode(introduced(text, this.#model.prefixes)).tokens;
  }

  release(): Promise<void> {
    return this.#session.release();
  }

  #inputs(ids: readonly number[]): Record<string, Tensor> {
    const tensor = (values: BigInt64Array) => new Tensor('int64', values, [1, ids.length]);
    const known: Record<string, () => Tensor> = {
      input_ids: () => tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: () => tensor(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: () => tensor(new BigInt64Array(ids.length)),
    };
    return Object.fromEntries(this.#session.inputNames.map((name) => [name, requireInput(known, name)()]));
  }

  #sentenceVector(outputs: Record<string, Tensor>): Float32Array {
    const output = outputs.sentence_embedding ?? outputs.last_hidden_state ?? outputs[this.#session.outputNames[0]];
    if (!(output.data instanceof Float32Array))
      throw new Error(`The model answers with ${output.type} numbers, not float32.`);
    return output.dims.length === 3 ? poolTokens(output.data, output.dims[2], this.#model.pooling) : output.data;
  }
}

/** On one core: the threads of several sessions share the cores better than those of one, and leave the others time. */
function openSession({ encoderFile, ...model }: EncoderModel): Promise<InferenceSession> {
  return encoderFile === undefined
    ? InferenceSession.create(model.modelFile, sessionOptions())
    : openJoinedModel({ ...model, encoderFile });
}

function requireInput(known: Record<string, () => Tensor>, name: string): () => Tensor {
  if (Object.hasOwn(known, name)) return known[name];
  throw new Error(`The model asks for an input "${name}", which Sextant does not know.`);
}

/** The vector of a text from those of its tokens, which are stored one after the other. None of them is padding. */
export function poolTokens(vectors: Float32Array, dimensions: number, pooling: Pooling): Float32Array {
  if (pooling === 'cls') return vectors.slice(0, dimensions);
  const sum = new Float32Array(dimensions);
  for (let i = 0; i < vectors.length; i++) sum[i % dimensions] += vectors[i];
  return sum.map((value) => (value * dimensions) / vectors.length);
}
