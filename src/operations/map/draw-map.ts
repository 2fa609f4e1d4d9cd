import type { SortValue } from '../../domain/filter/filter.js';
import { colorPoints } from './color-points.js';
import { labelRegions } from './label-regions.js';
import type { MapPoint, MapPoints } from './map-points.js';

/** Who looks at the map, and what they see of it. */
export interface Drawing {
  /** The documents to show, in order of id. */
  ids: readonly string[];
  /** The value of each document in `colorField`; empty without one. */
  values: readonly SortValue[];
  colorField: string | null;
  /** The tenants whose documents may be seen; null for all. */
  tenants: readonly string[] | null;
}

/** Steps of one coordinate: enough to look at a hundred thousand points closely. */
const STEPS = 100_000;

/** The part of the answer that grows with the documents, as UTF-8: an object of columns, colours and regions. */
export function drawMap(map: MapPoints, { ids, values, colorField, tenants }: Drawing): Uint8Array {
  const shown: { point: MapPoint; value: SortValue }[] = [];
  ids.forEach((id, i) => {
    const point = map.points.get(id);
    if (point?.direction) shown.push({ point, value: values[i] ?? null });
  });
  const { x, y } = fitted(shown.map(({ point }) => point));
  const colors =
    colorField === null
      ? null
      : colorPoints(
          colorField,
          shown.map(({ value }) => value),
        );
  const allowed = tenants === null ? null : new Set(tenants);
  const regions = labelRegions({
    x,
    y,
    // A document that came from another tenant meanwhile may still have the words it had there.
    points: shown.map(({ point }) => (allowed === null || allowed.has(point.tenantId) ? point : null)),
    vocabulary: map.vocabulary,
  });
  const body = {
    number_of_points: shown.length,
    points: {
      id: shown.map(({ point }) => point.id),
      x: Array.from(x, rounded),
      y: Array.from(y, rounded),
      color: colors?.indexes ?? null,
    },
    legend: colors && {
      values: colors.values,
      other_count: colors.otherCount,
      missing_count: colors.missingCount,
    },
    regions: regions.map((region) => ({ ...region, x: rounded(region.x), y: rounded(region.y) })),
  };
  return new TextEncoder().encode(JSON.stringify(body));
}

/**
 * Places in the unit square, filled by what is seen: where documents of others lie does not show. Both axes have the same scale.
 */
function fitted(points: readonly MapPoint[]): { x: Float32Array; y: Float32Array } {
  const [left, right] = extent(points, ({ x }) => x);
  const [top, bottom] = extent(points, ({ y }) => y);
  const size = Math.max(right - left, bottom - top) || 1;
  return {
    x: Float32Array.from(points, (point) => 0.5 + (point.x - (left + right) / 2) / size),
    y: Float32Array.from(points, (point) => 0.5 + (point.y - (top + bottom) / 2) / size),
  };
}

function extent(points: readonly MapPoint[], along: (point: MapPoint) => number): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const point of points) {
    least = Math.min(least, along(point));
    most = Math.max(most, along(point));
  }
  return [least, most];
}

function rounded(value: number): number {
  return Math.round(value * STEPS) / STEPS;
}
