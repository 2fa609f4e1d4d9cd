import { quantizeColumns, scaled, stacked, transposed, withRowAdded } from './matrices.js';
import { OnnxGraph, type Value } from './onnx-graph.js';
import type { Safetensors, Tensor } from './safetensors.js';

/** What config.json of a BERT model says. */
export interface BertShape {
  hidden_size: number;
  num_hidden_layers: number;
  num_attention_heads: number;
  layer_norm_eps: number;
}

/** Added to the attention scores of padding: far enough below all others to vanish in the softmax. */
const MASKED = -10_000;

/** How the weights of the linear layers are stored. */
export type Precision = 'int8' | 'float';

/**
 * A BERT sentence encoder as an ONNX file: `input_ids` and `attention_mask` in, `sentence_embedding` out, averaged over
 * the tokens and of unit length. With `int8`, products run on 8-bit weights, one scale a column, and the
 * inputs are quantized on the fly; word embeddings stay in half precision.
 */
export function sentenceEncoderFile(weights: Safetensors, shape: BertShape, precision: Precision = 'int8'): Buffer {
  return new SentenceEncoderGraph(weights, shape, precision).build();
}

class SentenceEncoderGraph {
  private readonly graph = new OnnxGraph();
  private readonly one = this.graph.scalar(1);
  private readonly half = this.graph.scalar(0.5);
  private readonly reciprocalRootOfTwo = this.graph.scalar(Math.SQRT1_2);
  private readonly headsShape: Value;
  private readonly flatShape: Value;

  constructor(
    private readonly weights: Safetensors,
    private readonly shape: BertShape,
    private readonly precision: Precision,
  ) {
    const { hidden_size, num_attention_heads } = shape;
    this.headsShape = this.graph.integers(0, 0, num_attention_heads, hidden_size / num_attention_heads);
    this.flatShape = this.graph.integers(0, 0, hidden_size);
  }

  build(): Buffer {
    const size = ['batch', 'sequence'];
    const tokens = this.graph.input({ name: 'input_ids', type: 'int64', shape: size });
    const mask = this.graph.cast(this.graph.input({ name: 'attention_mask', type: 'int64', shape: size }), 'float');
    const maskedScores = this.maskedScores(mask);
    let state = this.embeddings(tokens);
    for (let layer = 0; layer < this.shape.num_hidden_layers; layer++) {
      const prefix = `encoder.layer.${layer}`;
      state = this.feedForward(prefix, this.attention(prefix, state, maskedScores));
    }
    const port = { name: 'sentence_embedding', type: 'float', shape: ['batch', this.shape.hidden_size] } as const;
    this.graph.output(port, this.meanOverTokens(state, mask));
    return this.graph.toFile('sentence-encoder');
  }

  /** Zero for tokens, far below zero for padding; shaped to be added to [batch, heads, from, to]. */
  private maskedScores(mask: Value): Value {
    const padding = this.graph.operator('Sub', [this.one, mask]);
    const scores = this.graph.operator('Mul', [padding, this.graph.scalar(MASKED)]);
    return this.graph.operator('Unsqueeze', [scores, this.graph.integers(1, 2)]);
  }

  private embeddings(tokens: Value): Value {
    const name = 'embeddings.word_embeddings.weight';
    const words = this.graph.constant('half', this.weights.tensor(name).shape, this.weights.halfPrecisionBytes(name));
    const words32 = this.graph.cast(this.graph.operator('Gather', [words, tokens]), 'float');
    const sum = this.graph.operator('Add', [words32, this.positionsOf(tokens)]);
    return this.normalized('embeddings.LayerNorm', sum);
  }

  /** Every token is of type 0, so its type's vector is added to the positions here and now. */
  private positionsOf(tokens: Value): Value {
    const { graph, weights } = this;
    const types = weights.tensor('embeddings.token_type_embeddings.weight').values.subarray(0, this.shape.hidden_size);
    const positions = withRowAdded(weights.tensor('embeddings.position_embeddings.weight'), types);
    const [zero, one, two] = [graph.integers(0), graph.integers(1), graph.integers(2)];
    const length = graph.operator('Slice', [graph.operator('Shape', [tokens]), one, two]);
    return graph.operator('Slice', [graph.floats(positions), zero, length, zero]);
  }

  private attention(prefix: string, state: Value, maskedScores: Value): Value {
    const { graph } = this;
    const projected = this.linear(state, this.queryKeyValue(prefix));
    const [queries, keys, values] = graph.split(projected, 3);
    const scores = graph.operator('MatMul', [this.heads(queries, [0, 2, 1, 3]), this.heads(keys, [0, 2, 3, 1])]);
    const shares = graph.operator('Softmax', [graph.operator('Add', [scores, maskedScores])], { axis: -1 });
    const mixed = graph.operator('MatMul', [shares, this.heads(values, [0, 2, 1, 3])]);
    const joined = graph.operator('Transpose', [mixed], { perm: [0, 2, 1, 3] });
    const flat = graph.operator('Reshape', [joined, this.flatShape]);
    const output = this.linear(flat, this.layer(`${prefix}.attention.output.dense`));
    return this.normalized(`${prefix}.attention.output.LayerNorm`, graph.operator('Add', [state, output]));
  }

  /** The three projections as one product; the attention's scale is part of the queries' weights. */
  private queryKeyValue(prefix: string): LinearLayer {
    const scale = 1 / Math.sqrt(this.shape.hidden_size / this.shape.num_attention_heads);
    const parts = ['query', 'key', 'value'].map((part) => this.layer(`${prefix}.attention.self.${part}`));
    const [query, key, value] = parts;
    return {
      weight: stacked([scaled(query.weight, scale), key.weight, value.weight]),
      bias: stacked([scaled(query.bias, scale), key.bias, value.bias]),
    };
  }

  private heads(value: Value, order: number[]): Value {
    return this.graph.operator('Transpose', [this.graph.operator('Reshape', [value, this.headsShape])], {
      perm: order,
    });
  }

  private feedForward(prefix: string, state: Value): Value {
    const wide = this.gelu(this.linear(state, this.layer(`${prefix}.intermediate.dense`)));
    const output = this.linear(wide, this.layer(`${prefix}.output.dense`));
    return this.normalized(`${prefix}.output.LayerNorm`, this.graph.operator('Add', [state, output]));
  }

  /** x/2 · (1 + erf(x/√2)) */
  private gelu(value: Value): Value {
    const { graph } = this;
    const erf = graph.operator('Erf', [graph.operator('Mul', [value, this.reciprocalRootOfTwo])]);
    const halved = graph.operator('Mul', [value, this.half]);
    return graph.operator('Mul', [halved, graph.operator('Add', [erf, this.one])]);
  }

  private linear(value: Value, { weight, bias }: LinearLayer): Value {
    const product = this.precision === 'int8' ? this.quantizedProduct(value, weight) : this.product(value, weight);
    return this.graph.operator('Add', [product, this.graph.floats(bias)]);
  }

  private product(value: Value, weight: Tensor): Value {
    return this.graph.operator('MatMul', [value, this.graph.floats(transposed(weight))]);
  }

  private quantizedProduct(value: Value, weight: Tensor): Value {
    const { graph } = this;
    const { shape, values, scales } = quantizeColumns(transposed(weight));
    const input = graph.quantize(value);
    const matrix = graph.constant('int8', shape, new Uint8Array(values.buffer));
    const product = graph.cast(graph.operator('MatMulInteger', [input.bytes, matrix, input.zero]), 'float');
    const scale = graph.operator('Mul', [input.scale, graph.floats({ shape: [scales.length], values: scales })]);
    return graph.operator('Mul', [product, scale]);
  }

  private normalized(name: string, value: Value): Value {
    const { weight, bias } = this.layer(name);
    const inputs = [value, this.graph.floats(weight), this.graph.floats(bias)];
    const epsilon = { float: this.shape.layer_norm_eps };
    return this.graph.operator('LayerNormalization', inputs, { axis: -1, epsilon });
  }

  private meanOverTokens(state: Value, mask: Value): Value {
    const { graph } = this;
    const weight = graph.operator('Unsqueeze', [mask, graph.integers(-1)]);
    const overTokens = graph.integers(1);
    const sum = (value: Value) => graph.operator('ReduceSum', [value, overTokens], { keepdims: 0 });
    const mean = graph.operator('Div', [sum(graph.operator('Mul', [state, weight])), sum(weight)]);
    return graph.operator('LpNormalization', [mean], { axis: -1, p: 2 });
  }

  private layer(name: string): LinearLayer {
    return { weight: this.weights.tensor(`${name}.weight`), bias: this.weights.tensor(`${name}.bias`) };
  }
}

/** `weight` is [outputs, inputs] as stored. */
interface LinearLayer {
  weight: Tensor;
  bias: Tensor;
}
