import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface Column<Row> {
  title: string;
  /** Aligned at its digits. */
  isNumeric?: boolean;
  /** Buttons at the end of the row. The title is only read aloud. */
  isActions?: boolean;
  cell: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  /** What the table is of, for those who hear the page. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** It has a limited height, within which it scrolls. For tables without anything that takes the focus. */
  isScrolling?: boolean;
}

/** For some hundred rows at most: longer lists are virtual. */
export function Table<Row>({ caption, columns, rows, keyOf, isScrolling = false }: TableProps<Row>) {
  const region = { role: 'region', tabIndex: 0, 'aria-label': caption };
  return (
    <div
      className={isScrolling ? `${styles.scroller} ${styles.limited}` : styles.scroller}
      {...(isScrolling && region)}
    >
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumeric, isActions }) => (
              <th key={title} scope="col" className={isNumeric ? styles.numeric : undefined}>
                {isActions ? <span className="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, isNumeric, cell }) => (
                <td key={title} className={isNumeric ? styles.numeric : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
