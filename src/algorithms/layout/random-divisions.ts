import type { Directions } from './directions.js';

/**
 * Divides points by random planes again and again until at most `most` are together: those that stay together are often
 * near each other. Each plane lies half-way between two random points.
 */
export function* randomDivisions(
  directions: Directions,
  { most, random }: { most: number; random: () => number },
): Generator<Int32Array> {
  const order = Int32Array.from({ length: directions.count }, (_, point) => point);
  const open: { start: number; end: number }[] = [{ start: 0, end: order.length }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { start, end } = part;
    if (end - start <= most) {
      yield order.subarray(start, end);
      continue;
    }
    const middle = divide(directions, order.subarray(start, end), random) + start;
    open.push({ start, end: middle }, { start: middle, end });
  }
}

/** Reorders the points so that those on one side of the plane come first, and returns how many these are. */
function divide(directions: Directions, points: Int32Array, random: () => number): number {
  const one = points[Math.floor(random() * points.length)];
  const other = points[Math.floor(random() * points.length)];
  let first = 0;
  let last = points.length;
  while (first < last) {
    const point = points[first];
    if (directions.cosine(point, one) > directions.cosine(point, other)) first++;
    else {
      last--;
      points[first] = points[last];
      points[last] = point;
    }
  }
  // Copies of one document lie on the same side of every plane: they are divided anyhow.
  const isLopsided = first < points.length / 16 || first > (points.length * 15) / 16;
  return isLopsided ? points.length >> 1 : first;
}
