import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.js';
import { Failure, Loading } from '../../design/states.js';
import { ConfidenceBadge } from '../../shared/confidence-badge.js';
import styles from './ask.module.css';
import type { Scope } from './conversation.js';
import { placeOf } from './source-places.js';

const SHOWN = 5;

/** The passages that an answer to the question is looked for in, best first. */
export function Passages({ question, scope: { isMultilingual, tenants } }: { question: string; scope: Scope }) {
  const { client } = useSession();
  const passages = useQuery({
    queryKey: ['passages', question, isMultilingual, tenants],
    queryFn: ({ signal }) =>
      client.retrieve(
        {
          query: question,
          retrieval_limit: SHOWN,
          rerank: true,
          ai_search_cutoff_score: 0,
          multilingual_search: isMultilingual,
          ...(tenants.length > 0 && { tenant_id: [...tenants] }),
        },
        { signal },
      ),
  });
  if (passages.isPending) return <Loading lines={3} label="Finding passages" />;
  if (passages.isError) return <Failure error={passages.error} onRetry={() => passages.refetch()} />;
  if (passages.data.data.length === 0) return <p className={styles.foot}>No passage is anywhere near this question.</p>;
  return (
    <ol className={styles.passages} aria-label="Passages">
      {passages.data.data.map(({ document_id, title, passage, confidence_level }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: passages have no ids, and the list does not change
        <li key={index} className={styles.passage}>
          <span className={styles.foot}>
            <Link to="/documents/$id" params={{ id: document_id }} search={placeOf(passage)}>
              <bdi>{title}</bdi>
            </Link>
            <ConfidenceBadge level={confidence_level} />
          </span>
          <p dir="auto">{passage}</p>
        </li>
      ))}
    </ol>
  );
}
