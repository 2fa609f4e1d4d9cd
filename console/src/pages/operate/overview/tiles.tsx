import type { StatisticsSeries } from '@sextant/client';
import { lastOf } from '../../../design/time-series.js';
import { formatBytes, formatCount, formatMilliseconds, formatNumber, formatPercent } from '../../../shared/format.js';
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
  const slowest = lastOf(figures.latency_p95_ms.search);
  const passages = lastOf(figures.passages[mode]);
  const index = lastOf(figures.index_bytes[mode]);
  const orNone = (value: number | null, format: (value: number) => string) => (value === null ? '–' : format(value));
  return (
    <dl className={styles.tiles}>
      <Tile label="Requests" value={formatNumber(requests)} note={`in ${range}`} />
      <Tile
        label="A usual search"
        value={orNone(lastOf(figures.latency_p50_ms.search), formatMilliseconds)}
        note={slowest === null ? `none in ${range}` : `95% within ${formatMilliseconds(slowest)}`}
      />
      <Tile
        label="Failed requests"
        value={formatNumber(failed)}
        note={`${formatPercent(requests === 0 ? 0 : failed / requests)}; ${formatNumber(refused)} refused`}
        isBad={failed > 0}
      />
      <Tile
        label="Documents"
        value={orNone(lastOf(figures.documents[mode]), formatNumber)}
        note={passages === null ? '' : `in ${formatCount(passages, 'passage')}`}
      />
      <Tile
        label="On disk"
        value={orNone(lastOf(figures.disk_bytes), formatBytes)}
        // A small index is in memory at first, and saved within half a minute.
        note={index === null || index === 0 ? 'documents and index' : `index: ${formatBytes(index)}`}
      />
      <Tile label="Memory" value={orNone(lastOf(figures.memory_bytes), formatBytes)} note="models included" />
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
