/** Most texts are shorter. The units of longer ones get memory of their own. */
const USUAL_LENGTH = 32_768;

interface Room {
  units: Uint16Array;
  /** The same memory. */
  bytes: Buffer;
}

/** Null while it is in use. */
let usualRoom: Room | null = roomFor(USUAL_LENGTH);

function roomFor(length: number): Room {
  const bytes = Buffer.from(new ArrayBuffer(2 * length));
  return { units: new Uint16Array(bytes.buffer), bytes };
}

/**
 * Calls `use` with the UTF-16 units of a text, which hold until it returns. Reading numbers from an array is several times
 * as fast as asking a string for them: each time, it has to find out anew how the string is kept.
 */
export function withUnits(text: string, use: (units: Uint16Array) => void): void {
  if (usualRoom === null || text.length > USUAL_LENGTH) {
    use(fill(roomFor(text.length), text));
    return;
  }
  const room = usualRoom;
  usualRoom = null;
  try {
    use(fill(room, text));
  } finally {
    usualRoom = room;
  }
}

function fill({ units, bytes }: Room, text: string): Uint16Array {
  bytes.write(text, 'utf16le');
  return units.subarray(0, text.length);
}
