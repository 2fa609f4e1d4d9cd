import type { SearchRequest } from '@sextant/client';
import { useEffect, useRef } from 'react';
import { Button } from '../../design/button.js';
import { HitCard } from './hit-card.js';
import styles from './hits.module.css';
import type { Hits } from './use-hits.js';

interface HitListProps {
  hits: Hits;
  /** What explains the hits; null if they are a mere list. */
  search: SearchRequest | null;
  isTenantShown: boolean;
}

/** The hits, with more of them as the end comes into sight. */
export function HitList({ hits, search, isTenantShown }: HitListProps) {
  const { hasMore, isLoadingMore, loadMore } = hits;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (element === null || !hasMore || isLoadingMore) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadMore(), { rootMargin: '400px' });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [hasMore, isLoadingMore, loadMore]);
  return (
    <div className={hits.isFresh || isLoadingMore ? undefined : styles.stale}>
      <ol className={styles.list}>
        {hits.hits.map((hit, index) => (
          <li key={hit.id}>
            <HitCard
              hit={hit}
              rank={index + 1}
              search={search}
              isTenantShown={isTenantShown}
              curations={hits.curations}
            />
          </li>
        ))}
      </ol>
      {hasMore && (
        <div ref={end} className={styles.more}>
          <Button variant="quiet" isBusy={isLoadingMore} onClick={loadMore}>
            {isLoadingMore ? 'Loading more' : 'More'}
          </Button>
        </div>
      )}
    </div>
  );
}
