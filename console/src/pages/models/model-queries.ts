import type { ModelVersion, ModelVersionStatus } from '@sextant/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../app/session.js';

const LIST_MILLISECONDS = 2_000;
const TRAINING_MILLISECONDS = 700;

export function isUnderWay(status: ModelVersionStatus): boolean {
  return status === 'queued' || status === 'training';
}

function isAnyUnderWay(versions: readonly { status: ModelVersionStatus }[]): boolean {
  return versions.some(({ status }) => isUnderWay(status));
}

/** Asked again while a version is being trained. */
export function useModels() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => client.models.list({ signal }),
    refetchInterval: ({ state }) => {
      const versions = state.data?.data.flatMap((model) => model.versions) ?? [];
      return isAnyUnderWay(versions) ? LIST_MILLISECONDS : false;
    },
  });
}

/** Asked again while one of its versions is being trained. */
export function useModel(id: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['models', id],
    queryFn: ({ signal }) => client.models.get(id, { signal }),
    refetchInterval: ({ state }) => (isAnyUnderWay(state.data?.versions ?? []) ? LIST_MILLISECONDS : false),
  });
}

/** A version, followed until its training has ended. */
export function useVersion(modelId: string, version: string) {
  const { client } = useSession();
  const queries = useQueryClient();
  const query = useQuery<ModelVersion>({
    queryKey: ['models', modelId, 'versions', version],
    queryFn: ({ signal }) => client.models.versions.get(modelId, version, { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnderWay(state.data.status) ? TRAINING_MILLISECONDS : false,
  });
  const status = query.data?.status;
  // The model lists the status of its versions, and which one is the default.
  useEffect(() => {
    if (status === undefined) return;
    void queries.invalidateQueries({ queryKey: ['models', modelId], exact: true });
    void queries.invalidateQueries({ queryKey: ['models'], exact: true });
  }, [status, modelId, queries]);
  return query;
}
