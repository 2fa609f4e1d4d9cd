import { CallableThread, workerFile } from '../../threads/callable-thread.js';
import type { LayoutMethods } from './layout-thread.js';
import { joinedDirections, type MapPoint, type MapPoints } from './map-points.js';

/** If fewer of the points were on the last map, the next one starts from nothing. */
const LEAST_KNOWN = 0.5;

/** Lays out a map in a thread of low priority. Points that were on the earlier map start where they were. */
export async function layOutMap(map: MapPoints, earlier: MapPoints | null, progress: Int32Array): Promise<void> {
  const points = map.placeable();
  if (points.length === 0) return;
  const thread = new CallableThread<LayoutMethods>(workerFile(import.meta.url, './layout-thread.js'), {
    onCrash: () => undefined,
  });
  try {
    const request = { ...joinedDirections(points), earlier: earlierPositions(points, map, earlier), progress };
    map.takeLayout(points, await thread.call('layOut', request));
  } finally {
    await thread.close();
  }
}

function earlierPositions(points: readonly MapPoint[], map: MapPoints, earlier: MapPoints | null): Float32Array | null {
  if (earlier === null || earlier.space !== map.space) return null;
  const before = points.map(({ id }) => earlier.points.get(id));
  const known = before.filter((point) => point?.direction).length;
  if (known < LEAST_KNOWN * points.length) return null;
  return Float32Array.from(
    before.flatMap((point) => (point?.direction ? [point.x, point.y] : [Number.NaN, Number.NaN])),
  );
}
