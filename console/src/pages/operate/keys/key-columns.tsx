import type { KeyStatus, ListedKey } from '@sextant/client';
import { useSession } from '../../../app/session.js';
import { Button } from '../../../design/button.js';
import { Badge, type Tone } from '../../../design/layout.js';
import type { Column } from '../../../design/table.js';
import { formatAge, formatCount, formatDate, formatDateTime } from '../../../shared/format.js';
import styles from '../operate.module.css';
import type { KeyEnding } from './end-key-dialog.js';

const TONES: Record<KeyStatus, Tone> = { active: 'good', expired: 'warning', revoked: 'neutral' };

export function useKeyColumns(onEnd: (key: ListedKey, ending: KeyEnding) => void): readonly Column<ListedKey>[] {
  const { id: ownId, may } = useSession();
  return [
    {
      title: 'Name',
      cell: ({ id, name, mode, created_at }) => (
        <>
          <div className={styles.badges}>
            <span className={styles.keyName} dir="auto">
              {name}
            </span>
            {mode === 'test' && <Badge tone="accent">test</Badge>}
            {id === ownId && <Badge>in use here</Badge>}
          </div>
          {created_at !== null && (
            <div className={`${styles.muted} ${styles.short}`}>made {formatDate(created_at)}</div>
          )}
        </>
      ),
    },
    {
      title: 'May',
      cell: ({ scopes }) => (
        <div className={styles.badges}>
          {scopes.map((scope) => (
            <Badge key={scope} tone={scope === 'admin' ? 'warning' : 'neutral'}>
              {scope}
            </Badge>
          ))}
        </div>
      ),
    },
    { title: 'Tenants', cell: ({ tenants }) => <TenantsCell tenants={tenants} /> },
    { title: 'Limits', cell: (key) => <LimitsCell limited={key} /> },
    {
      title: 'Last used',
      cell: ({ last_used_at }) => (
        <span
          className={`${styles.muted} ${styles.short}`}
          title={last_used_at === null ? undefined : formatDateTime(last_used_at)}
        >
          {last_used_at === null ? 'never' : formatAge(last_used_at)}
        </span>
      ),
    },
    { title: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
    {
      title: 'Actions',
      isActions: true,
      cell: (key) =>
        key.status !== 'revoked' && (
          <div className={styles.rowActions}>
            {/* Who rotates a key learns its secret, so must have all of its scopes. */}
            {key.scopes.every(may) && (
              <Button isSmall icon="refresh" onClick={() => onEnd(key, 'rotate')}>
                Rotate
              </Button>
            )}
            <Button isSmall variant="danger" onClick={() => onEnd(key, 'revoke')}>
              Revoke
            </Button>
          </div>
        ),
    },
  ];
}

function TenantsCell({ tenants }: { tenants: readonly string[] | null }) {
  if (tenants === null) return <span className={styles.muted}>all</span>;
  return (
    <div className={styles.badges}>
      {tenants.map((tenant) => (
        <Badge key={tenant}>
          <bdi>{tenant}</bdi>
        </Badge>
      ))}
    </div>
  );
}

function LimitsCell({ limited: { expires_at, rate_limit, revoked_at } }: { limited: ListedKey }) {
  return (
    <div className={`${styles.muted} ${styles.short}`}>
      {revoked_at !== null && <div title={formatDateTime(revoked_at)}>revoked {formatDate(revoked_at)}</div>}
      {revoked_at === null && (
        <div title={expires_at === null ? undefined : formatDateTime(expires_at)}>
          {expires_at === null ? 'does not expire' : `until ${formatDate(expires_at)}`}
        </div>
      )}
      {rate_limit !== null && <div>{formatCount(rate_limit, 'request')} a minute</div>}
    </div>
  );
}
