import type { Sextant } from '@sextant/client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useSession } from '../../app/session.js';
import { type FileProgress, FileQueue } from './file-queue.js';

/** One per client, so that files go on being sent while pages come and go. */
const queues = new WeakMap<Sextant, FileQueue>();

export function useFileQueue(): { queue: FileQueue; progress: FileProgress } {
  const { client } = useSession();
  const queries = useQueryClient();
  const queue = queueOf(client, queries);
  return { queue, progress: useSyncExternalStore(queue.subscribe, queue.progress) };
}

function queueOf(client: Sextant, queries: QueryClient): FileQueue {
  const found = queues.get(client) ?? new FileQueue(client, () => queries.invalidateQueries());
  queues.set(client, found);
  return found;
}
