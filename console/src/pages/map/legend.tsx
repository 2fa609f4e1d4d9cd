import type { DocumentMap } from '@sextant/client';
import { Panel } from '../../design/layout.js';
import { formatDate, formatLanguage, formatNumber } from '../../shared/format.js';
import styles from './map.module.css';
import { colorAt, MISSING_COLOR, OTHER_COLOR } from './palette.js';

interface LegendProps {
  map: DocumentMap;
  /** Chooses the points of one colour. */
  onSelect: (points: readonly number[]) => void;
}

/** What the service groups dates by, if not by years. */
const DAY_OR_MONTH = /^\d{4}-\d\d(-\d\d)?$/;

/** What the colours mean. Each entry chooses its documents. */
export function Legend({ map, onSelect }: LegendProps) {
  const { legend, color_by } = map;
  if (legend === null || color_by === null) return null;
  const select = (index: number) =>
    onSelect(map.points.color?.flatMap((color, point) => (color === index ? [point] : [])) ?? []);
  const entries = [
    ...legend.values.map(({ value, count }, index) => ({ index, color: index, text: nameOf(color_by, value), count })),
    { index: -2, color: OTHER_COLOR, text: 'other values', count: legend.other_count },
    { index: -1, color: MISSING_COLOR, text: 'no value', count: legend.missing_count },
  ];
  return (
    <Panel title="Colours" isFlush>
      <ul className={styles.list}>
        {entries
          .filter(({ count }) => count > 0)
          .map(({ index, color, text, count }) => (
            <li key={index}>
              <button type="button" className={styles.entry} onClick={() => select(index)}>
                <span className={styles.swatch} style={{ background: colorAt(color) }} />
                <span className={styles.entryText} dir="auto">
                  {text}
                </span>
                <span className={styles.count}>{formatNumber(count)}</span>
              </button>
            </li>
          ))}
      </ul>
    </Panel>
  );
}

function nameOf(field: string, value: string | number | boolean): string {
  const text = String(value);
  if (field === 'language') return formatLanguage(text);
  return DAY_OR_MONTH.test(text) ? formatDate(text) : text;
}
