import type { Tensor } from './safetensors.js';

/** Linear layers are stored as [outputs, inputs]; ONNX multiplies with [inputs, outputs]. */
export function transposed({ shape: [rows, columns], values }: Tensor): Tensor {
  const result = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) result[column * rows + row] = values[row * columns + column];
  }
  return { shape: [columns, rows], values: result };
}

/** One below the other; vectors one after the other. */
export function stacked(tensors: readonly Tensor[]): Tensor {
  const [first] = tensors;
  const values = new Float32Array(tensors.reduce((sum, tensor) => sum + tensor.values.length, 0));
  let offset = 0;
  for (const tensor of tensors) {
    values.set(tensor.values, offset);
    offset += tensor.values.length;
  }
  const rows = tensors.reduce((sum, { shape }) => sum + shape[0], 0);
  return { shape: [rows, ...first.shape.slice(1)], values };
}

export function scaled({ shape, values }: Tensor, factor: number): Tensor {
  return { shape, values: values.map((value) => value * factor) };
}

/** Adds `row` to every row of `matrix`. */
export function withRowAdded(matrix: Tensor, row: Float32Array): Tensor {
  return { shape: matrix.shape, values: matrix.values.map((value, i) => value + row[i % row.length]) };
}

export interface QuantizedMatrix {
  shape: readonly number[];
  /** Row by row, -127 to 127: symmetric, so that zero stays zero. */
  values: Int8Array;
  /** One for each column: value × scale is about the original weight. */
  scales: Float32Array;
}

const LARGEST = 127;
/** A column of zeros must not divide by zero. */
const SMALLEST_SCALE = 1e-8;

export function quantizeColumns({ shape, values }: Tensor): QuantizedMatrix {
  const columns = shape[1];
  const scales = new Float32Array(columns);
  for (let i = 0; i < values.length; i++) {
    scales[i % columns] = Math.max(scales[i % columns], Math.abs(values[i]));
  }
  for (let column = 0; column < columns; column++) {
    scales[column] = Math.max(scales[column] / LARGEST, SMALLEST_SCALE);
  }
  const quantized = new Int8Array(values.length);
  for (let i = 0; i < values.length; i++) quantized[i] = Math.round(values[i] / scales[i % columns]);
  return { shape, values: quantized, scales };
}
