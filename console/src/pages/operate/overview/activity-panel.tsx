import type { Activity, ActivityKind } from '@sextant/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session.js';
import { Badge, Panel } from '../../../design/layout.js';
import { Failure, Progress } from '../../../design/states.js';
import { formatAge, formatCount, formatNumber } from '../../../shared/format.js';
import styles from './overview.module.css';

const BUSY_MILLISECONDS = 2_000;
const IDLE_MILLISECONDS = 15_000;

const NAMES: Record<ActivityKind, string> = {
  import: 'Import',
  training: 'Training',
  encoder_change: 'Change to another encoder',
  merge: 'Merge of the index',
  catch_up: 'Catching up with the store',
  rebuild: 'Building the index anew',
  map: 'Making the map',
};

/** What the service does besides answering requests. */
export function ActivityPanel() {
  const { client } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['activity'],
    queryFn: ({ signal }) => client.activity({ signal }),
    refetchInterval: ({ state }) => (state.data?.data.length ? BUSY_MILLISECONDS : IDLE_MILLISECONDS),
  });
  if (data === undefined) return error === null ? null : <Failure error={error} onRetry={() => refetch()} />;
  if (data.data.length === 0) {
    return <p className={styles.idle}>Nothing in progress: no imports, no training, no work on the index.</p>;
  }
  return (
    <Panel title="In progress">
      <ul className={styles.activities}>
        {data.data.map((activity, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several of a kind may go on, and have no other name
          <li key={`${activity.kind}-${index}`}>
            <ActivityView activity={activity} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function ActivityView({ activity }: { activity: Activity }) {
  const { kind, mode, status, started_at, progress, done, total, model_id, model_version } = activity;
  const share = progress ?? (done !== null && total ? done / total : null);
  const head = (
    <span className={styles.activity}>
      <strong>{NAMES[kind] ?? kind}</strong>
      {model_id !== null && <bdi>{`${model_id} ${model_version ?? ''}`}</bdi>}
      {mode === 'test' && <Badge tone="accent">test</Badge>}
      {status === 'waiting' && <Badge>waiting</Badge>}
      <span>{countsOf(activity)}</span>
      {started_at !== null && <span className={styles.since}>began {formatAge(started_at)}</span>}
    </span>
  );
  if (status === 'waiting') return head;
  return <Progress label={head} value={share ?? 0} max={share === null ? null : 1} />;
}

function countsOf({ received, done, failed, total }: Activity): string {
  return [
    received !== null && `${formatNumber(received)} received`,
    done !== null && `${formatNumber(done)}${total === null ? '' : ` of ${formatNumber(total)}`} done`,
    done === null && total !== null && formatCount(total, 'document'),
    failed !== null && failed > 0 && `${formatNumber(failed)} failed`,
  ]
    .filter(Boolean)
    .join(', ');
}
