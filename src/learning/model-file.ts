/**
 * The file format of trained models. Little-endian:
 *
 *   bytes 0-3    "SXTM"
 *   bytes 4-7    format version, uint32
 *   bytes 8-11   length of the header, uint32
 *   from 12      header: JSON in UTF-8 {kind, fields, arrays: [{name, type, length}]}
 *   then         the arrays, each starting at a multiple of 8
 *
 * Raise the version with any change that older code would misread. Version 2 had no arrays of signed bytes, and no text
 * classifiers with neighbours; its files are read as before. Older versions are not read.
 */
const MAGIC = 'SXTM';
const FORMAT_VERSION = 3;
const OLDEST_READ = 2;
const PREFIX_BYTES = 12;
/** The largest element size: any typed array may start at a multiple of it. */
const ALIGNMENT = 8;

const ARRAY_TYPES = { Int8Array, Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array };
type ArrayType = keyof typeof ARRAY_TYPES;
type ModelArray = Int8Array | Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

export interface ModelFile {
  kind: string;
  /** Everything that is not a typed array, stored as JSON. */
  fields: Record<string, unknown>;
  arrays: Record<string, ModelArray>;
}

interface Header {
  kind: string;
  fields: Record<string, unknown>;
  arrays: { name: string; type: ArrayType; length: number }[];
}

export class ModelFileUnreadable extends Error {
  constructor(reason: string) {
    super(`The model can't be read: ${reason}.`);
    this.name = 'ModelFileUnreadable';
  }
}

export function writeModelFile({ kind, fields, arrays }: ModelFile): Uint8Array {
  const entries = Object.entries(arrays);
  const described = entries.map(([name, array]) => ({ name, type: typeOf(array), length: array.length }));
  const header = new TextEncoder().encode(JSON.stringify({ kind, fields, arrays: described } satisfies Header));
  let size = aligned(PREFIX_BYTES + header.length);
  const offsets = entries.map(([, array]) => {
    const offset = size;
    size = aligned(size + array.byteLength);
    return offset;
  });
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint32(4, FORMAT_VERSION, true);
  view.setUint32(8, header.length, true);
  bytes.set(header, PREFIX_BYTES);
  entries.forEach(([, array], i) => {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offsets[i]);
  });
  return bytes;
}

function typeOf(array: ModelArray): ArrayType {
  return array.constructor.name as ArrayType;
}

/**
 * Returns arrays that are views of the given bytes, because copying a large model would dominate the loading time; the
 * bytes must not change afterwards. Bytes that don't start at a multiple of 8 are copied to align them.
 */
export function readModelFile(given: Uint8Array, kind: string): ModelFile {
  const bytes = given.byteOffset % ALIGNMENT === 0 ? given : new Uint8Array(given);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { header, end } = readHeader(bytes, view);
  if (header.kind !== kind) throw new ModelFileUnreadable(`it is a ${header.kind}, not a ${kind}`);
  const arrays: ModelFile['arrays'] = {};
  let offset = aligned(end);
  for (const { name, type, length } of header.arrays) {
    const size = length * ARRAY_TYPES[type].BYTES_PER_ELEMENT;
    if (offset + size > bytes.byteLength) throw new ModelFileUnreadable('it ends too early');
    arrays[name] = new ARRAY_TYPES[type](bytes.buffer as ArrayBuffer, bytes.byteOffset + offset, length);
    offset = aligned(offset + size);
  }
  return { kind, fields: header.fields, arrays };
}

function readHeader(bytes: Uint8Array, view: DataView): { header: Header; end: number } {
  if (bytes.length < PREFIX_BYTES) throw new ModelFileUnreadable('it ends too early');
  if (new TextDecoder().decode(bytes.subarray(0, 4)) !== MAGIC) throw new ModelFileUnreadable('it is not a model');
  const version = view.getUint32(4, true);
  if (version < OLDEST_READ || version > FORMAT_VERSION) {
    throw new ModelFileUnreadable(
      `its format is version ${version}, and this service reads ${OLDEST_READ} to ${FORMAT_VERSION}; train it again`,
    );
  }
  const end = PREFIX_BYTES + view.getUint32(8, true);
  if (end > bytes.length) throw new ModelFileUnreadable('it ends too early');
  return { header: JSON.parse(new TextDecoder().decode(bytes.subarray(PREFIX_BYTES, end))), end };
}

function aligned(size: number): number {
  return Math.ceil(size / ALIGNMENT) * ALIGNMENT;
}
