import type { IssuedKey, ListedKey } from '@sextant/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../app/session.js';
import { Button } from '../../../design/button.js';
import { Segmented } from '../../../design/field.js';
import { Panel } from '../../../design/layout.js';
import { Empty } from '../../../design/states.js';
import { PagedTable } from '../paged-table.js';
import { PAGE_SIZE, usePages } from '../use-pages.js';
import { EndKeyDialog, type KeyEnding } from './end-key-dialog.js';
import { useKeyColumns } from './key-columns.js';
import { NewKeyDialog } from './new-key-dialog.js';
import { SecretDialog } from './secret-dialog.js';

type Shown = 'active' | 'all';

type Open =
  | { dialog: 'new' }
  | { dialog: 'end'; key: ListedKey; ending: KeyEnding }
  | { dialog: 'secret'; key: IssuedKey };

/** The keys that this one may see: make, rotate and revoke them. */
export function KeysSection() {
  const { client, id: ownId, enter, leave } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const shown: Shown = useSearch({ strict: false }).show === 'all' ? 'all' : 'active';
  const [open, setOpen] = useState<Open | null>(null);
  const pages = usePages(['keys', shown], (page, signal) =>
    client.keys.browse({ page, limit: PAGE_SIZE, ...(shown === 'active' && { status: 'active' }) }, { signal }),
  );
  const columns = useKeyColumns((key, ending) => setOpen({ dialog: 'end', key, ending }));
  const isOwn = (key: { id: string }) => key.id === ownId;
  const onEnded = (key: ListedKey, rotated: IssuedKey | null) => {
    if (rotated === null && isOwn(key)) return leave();
    setOpen(rotated === null ? null : { dialog: 'secret', key: rotated });
    // The secret in use is refused by now; the new one is taken when it has been seen.
    if (!isOwn(key)) void queries.invalidateQueries({ queryKey: ['keys'] });
  };
  const onSeen = (key: IssuedKey) => {
    setOpen(null);
    if (isOwn(key)) enter(key.key);
  };
  return (
    <Panel
      title="API keys"
      isFlush
      actions={
        <>
          <Segmented
            label="Which keys"
            value={shown}
            options={[
              { value: 'active', label: 'Active' },
              { value: 'all', label: 'All' },
            ]}
            onChange={(value) => navigate({ to: '.', search: value === 'all' ? { show: 'all' } : {}, replace: true })}
          />
          <Button variant="primary" icon="plus" onClick={() => setOpen({ dialog: 'new' })}>
            New key
          </Button>
        </>
      }
    >
      <PagedTable
        caption="API keys"
        columns={columns}
        pages={pages}
        keyOf={({ id }) => id}
        empty={
          <Empty icon="key" title="No keys yet">
            Give each application a key of its own, with no more rights than it needs. The key in{' '}
            <code>SEXTANT_API_KEY</code> is a setting of the service and not listed here.
          </Empty>
        }
      />
      {open?.dialog === 'new' && (
        <NewKeyDialog onClose={() => setOpen(null)} onMade={(key) => setOpen({ dialog: 'secret', key })} />
      )}
      {open?.dialog === 'end' && (
        <EndKeyDialog
          subject={open.key}
          ending={open.ending}
          isOwn={isOwn(open.key)}
          onClose={() => setOpen(null)}
          onEnded={(rotated) => onEnded(open.key, rotated)}
        />
      )}
      {open?.dialog === 'secret' && <SecretDialog issued={open.key} onClose={() => onSeen(open.key)} />}
    </Panel>
  );
}
