import type { LoggedQuery } from '@sextant/client';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../app/session.js';
import { Button, IconButton } from '../../../design/button.js';
import { Badge } from '../../../design/layout.js';
import type { Column } from '../../../design/table.js';
import { formatAge, formatDateTime, formatMilliseconds, formatNumber } from '../../../shared/format.js';
import styles from '../operate.module.css';

interface QueryActions {
  onMakeSynonym: (query: string) => void;
  onCurate: (query: string) => void;
}

export function useQueryColumns({ onMakeSynonym, onCurate }: QueryActions): readonly Column<LoggedQuery>[] {
  const { may } = useSession();
  return [
    {
      title: 'Query',
      cell: ({ query }) => (
        <Link to="/search" search={{ q: query }} className={styles.main} dir="auto">
          {query}
        </Link>
      ),
    },
    { title: 'Searches', isNumeric: true, cell: ({ count }) => formatNumber(count) },
    {
      title: 'Results',
      isNumeric: true,
      cell: ({ mean_number_of_results, last_number_of_results }) =>
        last_number_of_results === 0 ? (
          <Badge tone="warning">none</Badge>
        ) : (
          <span title={`${formatNumber(last_number_of_results)} the last time`}>
            {formatNumber(Math.round(mean_number_of_results))}
          </span>
        ),
    },
    { title: 'Time', isNumeric: true, cell: ({ mean_latency_ms }) => formatMilliseconds(mean_latency_ms) },
    {
      title: 'Last',
      cell: ({ last_seen_at }) => (
        <span className={`${styles.muted} ${styles.short}`} title={formatDateTime(last_seen_at)}>
          {formatAge(last_seen_at)}
        </span>
      ),
    },
    {
      title: 'Actions',
      isActions: true,
      cell: ({ query, last_number_of_results }) =>
        may('admin') && (
          <div className={styles.rowActions}>
            {last_number_of_results === 0 && (
              <Button isSmall onClick={() => onMakeSynonym(query)}>
                Make a synonym
              </Button>
            )}
            <IconButton isSmall icon="pin" label={`Put documents first for ${query}`} onClick={() => onCurate(query)} />
          </div>
        ),
    },
  ];
}
