/** A seeded generator of numbers in [0, 1) (mulberry32): training the same data twice gives the same model. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Fisher–Yates shuffle, in place. */
export function shuffle<T extends { length: number; [index: number]: number }>(items: T, random: () => number): T {
  for (let i = items.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    const kept = items[i];
    items[i] = items[other];
    items[other] = kept;
  }
  return items;
}
