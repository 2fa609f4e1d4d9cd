import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useSession } from '../../app/session.js';
import { Page } from '../../design/layout.js';
import { Failure, Loading } from '../../design/states.js';

/** Where the console begins: with a way in while the index is empty, with the search afterwards. */
export default function StartPage() {
  const { client, may } = useSession();
  const mayFill = may('read') && may('write');
  const { data, error, refetch } = useQuery({
    queryKey: ['documents', 'total'],
    queryFn: ({ signal }) => client.documents.browse({ limit: 1 }, { signal }),
    enabled: mayFill,
  });
  if (mayFill && error !== null) {
    return (
      <Page title="Sextant">
        <Failure error={error} onRetry={() => refetch()} />
      </Page>
    );
  }
  if (mayFill && data === undefined) return <Loading label="Opening" />;
  return <Navigate to={data?.total_number_of_results === 0 ? '/welcome' : '/search'} replace />;
}
