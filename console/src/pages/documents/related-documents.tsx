import type { Document, RelatedDocument } from '@sextant/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.js';
import { Panel } from '../../design/layout.js';
import { Failure, Loading } from '../../design/states.js';
import { ConfidenceBadge } from '../../shared/confidence-badge.js';
import { formatLanguage } from '../../shared/format.js';
import styles from './documents.module.css';
import { withoutPlace } from './place.js';

const SHOWN = 6;

/** Beside a document: those with the same text, and those about the same, in any language. */
export function RelatedDocuments({ document }: { document: Document }) {
  const { client } = useSession();
  const { id, language, updated_at } = document;
  const duplicates = useQuery({
    queryKey: ['documents', 'duplicates', id, updated_at],
    queryFn: ({ signal }) => client.findDuplicate({ document_id: id, language, limit: SHOWN }, { signal }),
  });
  const similar = useQuery({
    queryKey: ['documents', 'similar', id, updated_at],
    queryFn: ({ signal }) =>
      client.findSimilar({ source_documents: [{ id }], multilingual_search: true, limit: SHOWN }, { signal }),
  });
  return (
    <aside className={styles.related} aria-label="Related documents">
      <Related title="Duplicates" none="No other document has this text." found={duplicates} />
      <Related title="Similar" none="No other document is about this." found={similar} />
    </aside>
  );
}

interface RelatedProps {
  title: string;
  none: string;
  found: UseQueryResult<{ data: RelatedDocument[] }>;
}

function Related({ title, none, found: { data, error, refetch } }: RelatedProps) {
  return (
    <Panel title={title}>
      {error !== null && <Failure error={error} onRetry={() => refetch()} />}
      {data === undefined && error === null && <Loading lines={3} label="Comparing it with the others" />}
      {data?.data.length === 0 && <p className={styles.none}>{none}</p>}
      <ul className={styles.relatedList}>
        {data?.data.map(({ id, title: name, language, confidence_level: level }) => (
          <li key={id}>
            <Link to="/documents/$id" params={{ id }} search={withoutPlace}>
              <bdi>{name}</bdi>
            </Link>
            <span className={styles.relatedFacts}>
              {formatLanguage(language)} <ConfidenceBadge level={level} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
