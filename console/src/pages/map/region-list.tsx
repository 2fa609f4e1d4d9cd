import type { DocumentMap, MapRegion } from '@sextant/client';
import { Panel } from '../../design/layout.js';
import { formatNumber } from '../../shared/format.js';
import styles from './map.module.css';

interface RegionListProps {
  map: DocumentMap;
  onSelect: (points: readonly number[]) => void;
}

/** The large regions by their words: the map for those who don't see it. Each chooses its documents. */
export function RegionList({ map, onSelect }: RegionListProps) {
  const regions = map.regions.filter(({ level }) => level === 1);
  if (regions.length === 0) return null;
  return (
    <Panel title="Regions" isFlush>
      <ul className={styles.list}>
        {regions.map((region) => (
          <li key={`${region.x} ${region.y}`}>
            <button type="button" className={styles.entry} onClick={() => onSelect(pointsOf(region, map))}>
              <span className={styles.entryText} dir="auto">
                {region.words.join(' · ')}
              </span>
              <span className={styles.count}>{formatNumber(region.count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** As many points as the region has, the nearest to its middle. */
function pointsOf({ x, y, count }: MapRegion, { points }: DocumentMap): number[] {
  const distances = points.id.map((_, point) => Math.hypot(points.x[point]! - x, points.y[point]! - y));
  return points.id
    .map((_, point) => point)
    .sort((a, b) => distances[a]! - distances[b]!)
    .slice(0, count);
}
