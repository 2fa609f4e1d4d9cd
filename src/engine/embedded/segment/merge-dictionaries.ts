import { compareBytes, Dictionary } from './dictionary.js';

export interface MergedDictionary {
  dictionary: Dictionary;
  /** For each input: its old ordinal → the new one. Unused ordinals map to anything. */
  ordinalMaps: Uint32Array[];
}

export interface DictionaryInput {
  dictionary: Dictionary;
  /** 1 for each ordinal that still occurs; the others are dropped. */
  used: Uint8Array;
}

interface Cursor {
  input: number;
  ordinal: number;
  bytes: Uint8Array;
}

/** Merges sorted dictionaries by comparing and copying bytes, without decoding a string. */
export function mergeDictionaries(inputs: readonly DictionaryInput[]): MergedDictionary {
  if (inputs.length === 1 && !inputs[0].used.includes(0)) return unchanged(inputs[0].dictionary);
  const ordinalMaps = inputs.map(({ dictionary }) => new Uint32Array(dictionary.size));
  const capacity = inputs.reduce((sum, { dictionary }) => sum + dictionary.bytes.length, 0);
  const entries = inputs.reduce((sum, { dictionary }) => sum + dictionary.size, 0);
  const bytes = new Uint8Array(capacity);
  const offsets = new Uint32Array(entries + 1);
  let size = 0;
  let end = 0;
  let previous: Uint8Array | null = null;
  const cursors = inputs.map((_, input) => nextUsed(inputs, input, 0)).filter((cursor) => cursor !== null);
  while (cursors.length > 0) {
    const least = leastOf(cursors);
    const cursor = cursors[least];
    if (previous === null || compareWhole(previous, cursor.bytes) !== 0) {
      bytes.set(cursor.bytes, end);
      end += cursor.bytes.length;
      offsets[++size] = end;
      previous = cursor.bytes;
    }
    ordinalMaps[cursor.input][cursor.ordinal] = size - 1;
    const next = nextUsed(inputs, cursor.input, cursor.ordinal + 1);
    if (next === null) cursors.splice(least, 1);
    else cursors[least] = next;
  }
  return { dictionary: new Dictionary(bytes.slice(0, end), offsets.slice(0, size + 1)), ordinalMaps };
}

function unchanged(dictionary: Dictionary): MergedDictionary {
  return { dictionary, ordinalMaps: [Uint32Array.from({ length: dictionary.size }, (_, ordinal) => ordinal)] };
}

function nextUsed(inputs: readonly DictionaryInput[], input: number, from: number): Cursor | null {
  const { dictionary, used } = inputs[input];
  for (let ordinal = from; ordinal < dictionary.size; ordinal++) {
    if (used[ordinal] === 1) {
      const bytes = dictionary.bytes.subarray(dictionary.offsets[ordinal], dictionary.offsets[ordinal + 1]);
      return { input, ordinal, bytes };
    }
  }
  return null;
}

function leastOf(cursors: readonly Cursor[]): number {
  let least = 0;
  for (let i = 1; i < cursors.length; i++) {
    if (compareWhole(cursors[i].bytes, cursors[least].bytes) < 0) least = i;
  }
  return least;
}

function compareWhole(a: Uint8Array, b: Uint8Array): number {
  return compareBytes(a, [0, a.length], b);
}
