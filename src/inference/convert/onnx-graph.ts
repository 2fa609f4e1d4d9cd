import { bytesField, floatField, integerField } from './protobuf-writer.js';
import type { Tensor } from './safetensors.js';

/** The numbers of onnx.proto3 that are used here. */
const DATA_TYPES = { float: 1, int8: 3, int64: 7, half: 10 } as const;
const ATTRIBUTE_TYPES = { float: 1, integer: 2, integers: 7 } as const;
const IR_VERSION = 8;
const OPERATOR_SET = 17;

export type DataType = keyof typeof DATA_TYPES;

/** A value that flows through the graph, by its name. */
export type Value = string;
type Attribute = number | readonly number[] | { float: number };

export interface GraphPort {
  name: Value;
  type: DataType;
  /** A string names a size that is known only when the model runs. */
  shape: readonly (number | string)[];
}

/** Collects the nodes and weights of a model and writes them as an ONNX file. */
export class OnnxGraph {
  private readonly nodes: Buffer[] = [];
  private readonly weights: Buffer[] = [];
  private readonly inputs: Buffer[] = [];
  private readonly outputs: Buffer[] = [];
  private values = 0;

  input(port: GraphPort): Value {
    this.inputs.push(bytesField(11, describePort(port)));
    return port.name;
  }

  output(port: GraphPort, value: Value): void {
    this.node('Identity', [value], { outputs: [port.name] });
    this.outputs.push(bytesField(12, describePort(port)));
  }

  constant(type: DataType, shape: readonly number[], bytes: Uint8Array): Value {
    const name = this.newValue();
    const sizes = shape.map((size) => integerField(1, size));
    const content = [...sizes, integerField(2, DATA_TYPES[type]), bytesField(8, name), bytesField(9, bytes)];
    this.weights.push(bytesField(5, Buffer.concat(content)));
    return name;
  }

  floats({ shape, values }: Tensor): Value {
    return this.constant('float', shape, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }

  scalar(value: number): Value {
    return this.floats({ shape: [], values: Float32Array.of(value) });
  }

  integers(...values: number[]): Value {
    return this.constant('int64', [values.length], new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer));
  }

  /** Adds an operator with one output, which is returned. */
  operator(name: string, inputs: readonly Value[], attributes: Record<string, Attribute> = {}): Value {
    const output = this.newValue();
    this.node(name, inputs, { outputs: [output], attributes });
    return output;
  }

  /** The value in equal parts of its last axis. */
  split(value: Value, parts: number): Value[] {
    const outputs = Array.from({ length: parts }, () => this.newValue());
    this.node('Split', [value], { outputs, attributes: { axis: -1 } });
    return outputs;
  }

  /** The value as unsigned bytes, with the scale and the zero point found while the model runs. */
  quantize(value: Value): { bytes: Value; scale: Value; zero: Value } {
    const [bytes, scale, zero] = [this.newValue(), this.newValue(), this.newValue()];
    this.node('DynamicQuantizeLinear', [value], { outputs: [bytes, scale, zero] });
    return { bytes, scale, zero };
  }

  cast(value: Value, type: DataType): Value {
    return this.operator('Cast', [value], { to: DATA_TYPES[type] });
  }

  toFile(name: string): Buffer {
    const graph = [...this.nodes, bytesField(2, name), ...this.weights, ...this.inputs, ...this.outputs];
    const operatorSet = Buffer.concat([bytesField(1, ''), integerField(2, OPERATOR_SET)]);
    return Buffer.concat([
      integerField(1, IR_VERSION),
      bytesField(2, 'sextant'),
      bytesField(7, Buffer.concat(graph)),
      bytesField(8, operatorSet),
    ]);
  }

  private node(
    operator: string,
    inputs: readonly Value[],
    { outputs, attributes = {} }: { outputs: readonly Value[]; attributes?: Record<string, Attribute> },
  ): void {
    const content = [
      ...inputs.map((input) => bytesField(1, input)),
      ...outputs.map((output) => bytesField(2, output)),
      bytesField(4, operator),
      ...Object.entries(attributes).map(([name, value]) => bytesField(5, describeAttribute(name, value))),
    ];
    this.nodes.push(bytesField(1, Buffer.concat(content)));
  }

  private newValue(): Value {
    return `v${this.values++}`;
  }
}

function describeAttribute(name: string, value: Attribute): Buffer {
  const parts = [bytesField(1, name)];
  if (typeof value === 'number') parts.push(integerField(3, value), integerField(20, ATTRIBUTE_TYPES.integer));
  else if ('float' in value) parts.push(floatField(2, value.float), integerField(20, ATTRIBUTE_TYPES.float));
  else parts.push(...value.map((item) => integerField(8, item)), integerField(20, ATTRIBUTE_TYPES.integers));
  return Buffer.concat(parts);
}

function describePort({ name, type, shape }: GraphPort): Buffer {
  const sizes = shape.map((size) =>
    bytesField(1, typeof size === 'string' ? bytesField(2, size) : integerField(1, size)),
  );
  const tensor = Buffer.concat([integerField(1, DATA_TYPES[type]), bytesField(2, Buffer.concat(sizes))]);
  return Buffer.concat([bytesField(1, name), bytesField(2, bytesField(1, tensor))]);
}
