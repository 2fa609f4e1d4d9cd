import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface Column<Row> {
  title: string;
  /** Aligned at its digits. */
  isNumeric?: boolean;
  cell: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  /** What the table is of, for those who hear the page. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** For some hundred rows at most: longer lists are virtual. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumeric }) => (
              <th key={title} scope="col" className={isNumeric ? styles.numeric : undefined}>
                {title}
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
