import type { StatisticsSeries } from '@sextant/client';
import { lastOf } from '../../../design/time-series.js';
import { formatBytes, formatMilliseconds, formatNumber, formatPercent } from '../../../shared/format.js';
import { sumOf, totalOf } from './figures.js';
import styles from './overview.module.css';

interface TilesProps {
  figures: StatisticsSeries;
  mode: 'live' | 'test';
  /** What the sums are of: "the last hour". */
  range: string;
}

/** The present in figures. */
export function Tiles({ figures, mode, range }: TilesProps) {
  const requests = totalOf(sumOf(figures.requests));
  const failed = totalOf(sumOf(figures.server_errors));
  const refused = totalOf(sumOf(figures.client_errors));
  const orNone = (value: number | null, format: (value: number) => string) => (value === null ? '–' : format(value));
  return (
    <dl className={styles.tiles}>
      <Tile label="Requests" value={formatNumber(requests)} note={`in ${range}`} />
      <Tile
        label="Search"
        value={orNone(lastOf(figures.latency_p50_ms.search), formatMilliseconds)}
        note={`95% in ${orNone(lastOf(figures.latency_p95_ms.search), formatMilliseconds)}`}
      />
      <Tile
        label="Failed"
        value={formatNumber(failed)}
        note={`${formatPercent(requests === 0 ? 0 : failed / requests)}; ${formatNumber(refused)} refused`}
        isBad={failed > 0}
      />
      <Tile
        label="Documents"
        value={orNone(lastOf(figures.documents[mode]), formatNumber)}
        note={`${orNone(lastOf(figures.passages[mode]), formatNumber)} passages`}
      />
      <Tile
        label="On disk"
        value={orNone(lastOf(figures.disk_bytes), formatBytes)}
        note={`${orNone(lastOf(figures.index_bytes[mode]), formatBytes)} of it index`}
      />
      <Tile
        label="Memory"
        value={orNone(lastOf(figures.memory_bytes), formatBytes)}
        note={`${orNone(lastOf(figures.heap_bytes), formatBytes)} objects`}
      />
    </dl>
  );
}

function Tile({ label, value, note, isBad = false }: { label: string; value: string; note: string; isBad?: boolean }) {
  return (
    <div className={styles.tile}>
      <dt>{label}</dt>
      <dd className={isBad ? `${styles.value} ${styles.bad}` : styles.value}>{value}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  );
}
