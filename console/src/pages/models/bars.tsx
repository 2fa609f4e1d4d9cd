import { LabelText } from './label-text.js';
import styles from './pictures.module.css';

interface Bar {
  name: string;
  value: number;
}

interface BarsProps {
  items: readonly Bar[];
  format: (value: number) => string;
  /** What a full bar stands for; the largest value if left out. */
  full?: number;
}

/** Values as bars with their numbers beside them: a picture, and a list for those who hear it. */
export function Bars({ items, format, full }: BarsProps) {
  const longest = full ?? Math.max(...items.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  return (
    <ul className={styles.bars}>
      {items.map(({ name, value }) => (
        <li key={name}>
          <span className={styles.barName} title={name}>
            <LabelText label={name} />
          </span>
          <span className={styles.track}>
            <span
              className={value < 0 ? `${styles.bar} ${styles.against}` : styles.bar}
              style={{ width: `${(100 * Math.abs(value)) / longest}%` }}
            />
          </span>
          <span className={styles.barValue}>{format(value)}</span>
        </li>
      ))}
    </ul>
  );
}
