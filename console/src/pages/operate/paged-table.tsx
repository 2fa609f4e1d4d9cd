import type { ReactNode } from 'react';
import { Button } from '../../design/button.js';
import { Failure, Loading } from '../../design/states.js';
import { type Column, Table } from '../../design/table.js';
import { formatNumber } from '../../shared/format.js';
import styles from './operate.module.css';
import type { Pages } from './use-pages.js';

interface PagedTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  pages: Pages<Row>;
  keyOf: (row: Row) => string;
  /** Shown if there are none. */
  empty: ReactNode;
}

export function PagedTable<Row>({ caption, columns, pages, keyOf, empty }: PagedTableProps<Row>) {
  const { items, total, error, isPending, hasMore, isLoadingMore, loadMore, retry } = pages;
  if (error !== null) return <Failure error={error} onRetry={() => retry()} />;
  if (isPending) return <Loading label={`Loading: ${caption}`} />;
  if (items.length === 0) return empty;
  return (
    <>
      <Table caption={caption} columns={columns} rows={items} keyOf={keyOf} />
      {hasMore && (
        <div className={styles.more}>
          <span className={styles.muted}>
            {formatNumber(items.length)} of {formatNumber(total)}
          </span>
          <Button isSmall isBusy={isLoadingMore} onClick={() => loadMore()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
