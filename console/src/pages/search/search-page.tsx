import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../../app/session.js';
import { Page } from '../../design/layout.js';
import { Failure, Loading } from '../../design/states.js';
import { SearchDesk } from './search-desk.js';
import { addressOf, type SearchState, stateOf } from './search-state.js';
import { useIndexOverview } from './use-index-overview.js';

/** Reads and writes the address; what there is to search in must be known before anything can be asked. */
export default function SearchPage() {
  const state = stateOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { may } = useSession();
  const { data: overview, error, refetch } = useIndexOverview();
  const isEmptyIndex = overview?.total === 0 && state.query === '' && may('write');
  useEffect(() => {
    if (isEmptyIndex) navigate({ to: '/welcome', replace: true });
  }, [isEmptyIndex, navigate]);
  if (overview === undefined || isEmptyIndex) {
    return (
      <Page title="Search">
        {error === null ? (
          <Loading lines={6} label="Looking at what there is to search" />
        ) : (
          <Failure error={error} onRetry={refetch} />
        )}
      </Page>
    );
  }
  /** While someone writes, steps are not worth keeping in the history. */
  const change = (next: SearchState, isStep = true) =>
    navigate({ to: '/search', search: addressOf(next), replace: !isStep, resetScroll: false });
  return <SearchDesk state={state} overview={overview} onChange={change} />;
}
