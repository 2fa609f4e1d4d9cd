import type { ListedCuration } from '@sextant/client';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../app/session.js';
import { Icon } from '../../../design/icon.js';
import { Empty } from '../../../design/states.js';
import type { Column } from '../../../design/table.js';
import styles from '../operate.module.css';
import { usualTenant } from '../rules/rule-tenant.js';
import { RulesSection } from '../rules/rules-section.js';
import { PAGE_SIZE, usePages } from '../use-pages.js';
import { CurationDialog } from './curation-dialog.js';
import { draftOf, EMPTY_CURATION, newCurationOf } from './curation-draft.js';
import effects from './curations.module.css';
import { useTitles } from './use-titles.js';

/** Documents that come first, or not at all, for a query. */
export function CurationsSection() {
  const session = useSession();
  const { client } = session;
  const pages = usePages(['curations'], (page, signal) =>
    client.curations.browse({ page, limit: PAGE_SIZE }, { signal }),
  );
  const titles = useTitles(pages.items.flatMap(({ pin, hide }) => [...pin, ...hide]));
  const columns: readonly Column<ListedCuration>[] = [
    {
      title: 'Query',
      cell: (curation) => (
        <>
          <Link to="/search" search={{ q: curation.query }} className={styles.main} dir="auto">
            {curation.query}
          </Link>
          <div className={styles.muted}>{extentOf(curation)}</div>
        </>
      ),
    },
    {
      title: 'Effect',
      cell: ({ pin, hide }) => (
        <ul className={effects.effects}>
          {pin.map((id) => (
            <Effect key={`pin ${id}`} icon="pin" label="first" id={id} title={titles.get(id)} />
          ))}
          {hide.map((id) => (
            <Effect key={`hide ${id}`} icon="hide" label="hidden" id={id} title={titles.get(id)} />
          ))}
        </ul>
      ),
    },
  ];
  return (
    <RulesSection
      title="Curations"
      addLabel="Add a curation"
      pages={pages}
      columns={columns}
      removal={{
        subject: 'curations',
        remove: ({ id }) => client.curations.delete(id),
        restore: (curation) => client.curations.add({ id: curation.id, ...newCurationOf(draftOf(curation)) }),
        nameOf: ({ query }) => query,
      }}
      empty={
        <Empty icon="pin" title="No curations yet">
          You know which document answers the question they all ask: put it first for that query, and hide what
          misleads.
        </Empty>
      }
      dialog={(edited, onClose) => (
        <CurationDialog
          edited={edited}
          draft={edited === null ? { ...EMPTY_CURATION, tenant: usualTenant(session) } : draftOf(edited)}
          onClose={onClose}
        />
      )}
    />
  );
}

interface EffectProps {
  icon: 'pin' | 'hide';
  label: string;
  id: string;
  title: string | undefined;
}

function Effect({ icon, label, id, title }: EffectProps) {
  return (
    <li className={effects.effect} title={label}>
      <Icon name={icon} size={16} />
      <span className="visually-hidden">{label}:</span>
      <Link to="/documents/$id" params={{ id }} dir="auto">
        {title ?? id}
      </Link>
    </li>
  );
}

function extentOf({ match, tenant_id }: ListedCuration): string {
  const queries = match === 'exact' ? 'exactly this' : 'also with other words';
  return tenant_id === null ? queries : `${queries}, within ${tenant_id}`;
}
