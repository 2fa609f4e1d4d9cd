import type { ListedSynonym } from '@sextant/client';
import { useState } from 'react';
import { useSession } from '../../../app/session.js';
import { Button, IconButton } from '../../../design/button.js';
import { Panel } from '../../../design/layout.js';
import { Empty } from '../../../design/states.js';
import type { Column } from '../../../design/table.js';
import { formatAge, formatDateTime, formatLanguage } from '../../../shared/format.js';
import styles from '../operate.module.css';
import { PagedTable } from '../paged-table.js';
import { mayChangeRule, usualTenant } from '../rule-tenant.js';
import { PAGE_SIZE, usePages } from '../use-pages.js';
import { useRemoval } from '../use-removal.js';
import { SynonymDialog } from './synonym-dialog.js';
import { draftOf, EMPTY_SYNONYM, newSynonymOf } from './synonym-draft.js';
import { SynonymWords } from './synonym-words.js';

/** Words that stand for others in searches. */
export function SynonymsSection() {
  const session = useSession();
  const { client, may } = session;
  const [edited, setEdited] = useState<ListedSynonym | 'new' | null>(null);
  const pages = usePages(['synonyms'], (page, signal) =>
    client.synonyms.browse({ page, limit: PAGE_SIZE }, { signal }),
  );
  const remove = useRemoval<ListedSynonym>({
    subject: 'synonyms',
    remove: ({ id }) => client.synonyms.delete(id),
    restore: (synonym) => client.synonyms.add({ id: synonym.id, ...newSynonymOf(draftOf(synonym)) }),
    nameOf: firstWord,
  });
  const columns: readonly Column<ListedSynonym>[] = [
    { title: 'Words', cell: (synonym) => <SynonymWords synonym={synonym} /> },
    { title: 'Applies to', cell: (synonym) => <span className={styles.muted}>{extentOf(synonym)}</span> },
    {
      title: 'Added',
      cell: ({ created_at }) => (
        <span className={`${styles.muted} ${styles.short}`} title={formatDateTime(created_at)}>
          {formatAge(created_at)}
        </span>
      ),
    },
    {
      title: 'Actions',
      isActions: true,
      cell: (synonym) =>
        mayChangeRule(session, synonym) && (
          <div className={styles.rowActions}>
            <IconButton isSmall icon="edit" label={`Edit ${firstWord(synonym)}`} onClick={() => setEdited(synonym)} />
            <IconButton isSmall icon="trash" label={`Delete ${firstWord(synonym)}`} onClick={() => remove(synonym)} />
          </div>
        ),
    },
  ];
  const add = may('admin') && (
    <Button variant="primary" icon="plus" onClick={() => setEdited('new')}>
      Add a synonym
    </Button>
  );
  return (
    <Panel title="Synonyms" isFlush actions={add}>
      <PagedTable
        caption="Synonyms"
        columns={columns}
        pages={pages}
        keyOf={({ id }) => id}
        empty={
          <Empty icon="search" title="No synonyms yet">
            People say port, your documents say harbour: a synonym finds them all the same. The next search heeds it.
          </Empty>
        }
      />
      {edited !== null && (
        <SynonymDialog
          edited={edited === 'new' ? null : edited}
          draft={edited === 'new' ? { ...EMPTY_SYNONYM, tenant: usualTenant(session) } : draftOf(edited)}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  );
}

function firstWord({ equivalent, from }: ListedSynonym): string {
  return (equivalent ?? from)?.[0] ?? '';
}

function extentOf({ language, tenant_id }: ListedSynonym): string {
  const searches = language === null ? 'all searches' : `searches in ${formatLanguage(language)}`;
  return tenant_id === null ? searches : `${searches} within ${tenant_id}`;
}
