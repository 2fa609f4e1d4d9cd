import type { Mode } from '../../domain/document/document.js';

export const ACTIVITY_KINDS = ['import', 'training', 'encoder_change', 'merge', 'catch_up', 'rebuild', 'map'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Something that takes a while and goes on beside the answering of requests. Null where a figure does not apply or is not known. */
export interface Activity {
  kind: ActivityKind;
  /** Whose documents or models it is about; null for both. */
  mode: Mode | null;
  /** Null for what waits for its turn. */
  startedAt: number | null;
  /** From 0 to 1. */
  progress: number | null;
  /** Documents that have arrived so far, for work that does not know how many there will be. */
  received: number | null;
  /** Documents that are done. */
  done: number | null;
  failed: number | null;
  /** Documents that there are to do. */
  total: number | null;
  /** The model that is trained. */
  model: { id: string; version: string } | null;
}

/** Tells which activities of a kind go on at the moment. */
export type ActivitySource = () => readonly Activity[] | Promise<readonly Activity[]>;

/** An activity with what it can tell; all else does not apply. */
export function activity(known: Pick<Activity, 'kind' | 'mode' | 'startedAt'> & Partial<Activity>): Activity {
  return { progress: null, received: null, done: null, failed: null, total: null, model: null, ...known };
}

/** All activities of a mode and of the service as a whole, the oldest first; what waits comes last. */
export async function listActivities(sources: readonly ActivitySource[], mode: Mode): Promise<Activity[]> {
  const activities = (await Promise.all(sources.map((source) => source()))).flat();
  return activities
    .filter((running) => running.mode === null || running.mode === mode)
    .sort(
      (one, other) => (one.startedAt ?? Number.POSITIVE_INFINITY) - (other.startedAt ?? Number.POSITIVE_INFINITY) || 0,
    );
}
