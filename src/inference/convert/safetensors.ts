/** A matrix or vector of weights; `values` are row by row. */
export interface Tensor {
  shape: readonly number[];
  values: Float32Array;
}

interface TensorEntry {
  dtype: string;
  shape: number[];
  /** Start and end in bytes, counted from the end of the header. */
  data_offsets: [number, number];
}

const HEADER_LENGTH_BYTES = 8;

/** Reads the weights of a safetensors file: the header's length (64 bit), a JSON header, then the tensors' bytes. */
export class Safetensors {
  private readonly entries: Record<string, TensorEntry>;
  private readonly data: Buffer;

  constructor(file: Buffer) {
    const headerEnd = HEADER_LENGTH_BYTES + Number(file.readBigUInt64LE(0));
    this.entries = JSON.parse(file.toString('utf8', HEADER_LENGTH_BYTES, headerEnd));
    this.data = file.subarray(headerEnd);
  }

  tensor(name: string): Tensor {
    const { shape } = this.entry(name);
    return { shape, values: halvesToFloats(this.halfPrecisionBytes(name)) };
  }

  /** The tensor as it is stored, two bytes a number. */
  halfPrecisionBytes(name: string): Buffer {
    const { dtype, data_offsets } = this.entry(name);
    if (dtype !== 'F16') throw new Error(`The weights "${name}" are of type ${dtype}; only F16 can be read.`);
    return this.data.subarray(...data_offsets);
  }

  private entry(name: string): TensorEntry {
    if (!Object.hasOwn(this.entries, name)) throw new Error(`The file has no weights "${name}".`);
    return this.entries[name];
  }
}

function halvesToFloats(bytes: Buffer): Float32Array {
  const floats = new Float32Array(bytes.length / 2);
  for (let i = 0; i < floats.length; i++) floats[i] = halfToFloat(bytes.readUInt16LE(2 * i));
  return floats;
}

/** IEEE 754 half precision: 1 bit sign, 5 bits exponent, 10 bits fraction. Trained weights are never infinite or NaN. */
function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
