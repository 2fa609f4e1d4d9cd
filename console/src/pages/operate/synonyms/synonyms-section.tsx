import type { ListedSynonym } from '@sextant/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSession } from '../../../app/session.js';
import { Empty } from '../../../design/states.js';
import type { Column } from '../../../design/table.js';
import { formatAge, formatDateTime, formatLanguage } from '../../../shared/format.js';
import styles from '../operate.module.css';
import { usualTenant } from '../rules/rule-tenant.js';
import { RulesSection } from '../rules/rules-section.js';
import { PAGE_SIZE, usePages } from '../use-pages.js';
import { SynonymDialog } from './synonym-dialog.js';
import { draftOf, EMPTY_SYNONYM, newSynonymOf, type SynonymDraft } from './synonym-draft.js';
import { SynonymWords } from './synonym-words.js';

/** Words that stand for others in searches. An address with `?word=` comes from a search that has found nothing. */
export function SynonymsSection() {
  const session = useSession();
  const { client } = session;
  const navigate = useNavigate();
  const { word } = useSearch({ strict: false }) as { word?: unknown };
  const query = word === undefined || !session.may('admin') ? undefined : String(word);
  const newDraft: SynonymDraft = {
    ...EMPTY_SYNONYM,
    ...(query !== undefined && { isOneWay: true, words: [query] }),
    tenant: usualTenant(session),
  };
  const pages = usePages(['synonyms'], (page, signal) =>
    client.synonyms.browse({ page, limit: PAGE_SIZE }, { signal }),
  );
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
  ];
  return (
    <RulesSection
      title="Synonyms"
      addLabel="Add a synonym"
      pages={pages}
      columns={columns}
      beginsWithNew={query !== undefined}
      removal={{
        subject: 'synonyms',
        remove: ({ id }) => client.synonyms.delete(id),
        restore: (synonym) => client.synonyms.add({ id: synonym.id, ...newSynonymOf(draftOf(synonym)) }),
        nameOf: firstWord,
      }}
      empty={
        <Empty icon="search" title="No synonyms yet">
          People say port, your documents say harbour: a synonym finds them all the same. The next search heeds it.
        </Empty>
      }
      dialog={(edited, onClose) => (
        <SynonymDialog
          edited={edited}
          draft={edited === null ? newDraft : draftOf(edited)}
          query={edited === null ? query : undefined}
          onClose={() => {
            if (query !== undefined) void navigate({ to: '.', search: {}, replace: true });
            onClose();
          }}
        />
      )}
    />
  );
}

function firstWord({ equivalent, from }: ListedSynonym): string {
  return (equivalent ?? from)?.[0] ?? '';
}

function extentOf({ language, tenant_id }: ListedSynonym): string {
  const searches = language === null ? 'all searches' : `searches in ${formatLanguage(language)}`;
  return tenant_id === null ? searches : `${searches} within ${tenant_id}`;
}
