import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSession } from '../../app/session.js';
import { Page } from '../../design/layout.js';
import { Empty, Failure, Loading } from '../../design/states.js';
import { operationsOf } from './description.js';
import styles from './explorer.module.css';
import { OperationForm } from './operation-form.js';
import { OperationList } from './operation-list.js';

/** Every endpoint of the API, as the service itself describes it. */
export default function ExplorerPage() {
  const { client } = useSession();
  const { operation: chosen } = useSearch({ strict: false }) as { operation?: unknown };
  const navigate = useNavigate();
  const description = useQuery({
    queryKey: ['explorer', 'description'],
    queryFn: ({ signal }) => client.openapi({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const operations = useMemo(() => operationsOf(description.data), [description.data]);
  const operation = operations.find(({ id }) => id === chosen) ?? operations.find(({ id }) => id === 'search');
  return (
    <Page title="Explorer">
      {description.isPending && <Loading lines={8} label="Loading the description of the API" />}
      {description.isError && <Failure error={description.error} onRetry={() => description.refetch()} />}
      {description.isSuccess && operation === undefined && (
        <Empty icon="explorer" title="The description of the API names no endpoint" />
      )}
      {operation !== undefined && (
        <div className={styles.columns}>
          <OperationList
            operations={operations}
            chosen={operation.id}
            onChoose={(id) => navigate({ to: '/explorer', search: { operation: id } })}
          />
          <OperationForm key={operation.id} operation={operation} />
        </div>
      )}
    </Page>
  );
}
