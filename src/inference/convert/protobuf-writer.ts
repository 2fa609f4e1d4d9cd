/** The little of the protobuf wire format that an ONNX file needs. A message is the concatenation of its fields. */

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FIXED_32 = 5;

/** Negative numbers are written as 64-bit two's complement, as protobuf's `int64` wants. */
export function integerField(field: number, value: number): Buffer {
  return Buffer.concat([tag(field, VARINT), varint(BigInt.asUintN(64, BigInt(value)))]);
}

export function floatField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([tag(field, FIXED_32), bytes]);
}

/** A string, bytes or a message within a message. */
export function bytesField(field: number, content: string | Uint8Array): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return Buffer.concat([tag(field, LENGTH_DELIMITED), varint(BigInt(bytes.length)), bytes]);
}

function tag(field: number, wireType: number): Buffer {
  return varint(BigInt((field << 3) | wireType));
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
