import { type ReactNode, useState } from 'react';
import { useSession } from '../../../app/session.js';
import { Button, IconButton } from '../../../design/button.js';
import { Panel } from '../../../design/layout.js';
import type { Column } from '../../../design/table.js';
import styles from '../operate.module.css';
import { PagedTable } from '../paged-table.js';
import type { Pages } from '../use-pages.js';
import { mayChangeRule } from './rule-tenant.js';
import { type Removal, useRemoval } from './use-removal.js';

interface RulesSectionProps<Rule> {
  title: string;
  addLabel: string;
  pages: Pages<Rule>;
  columns: readonly Column<Rule>[];
  removal: Removal<Rule>;
  /** Whether someone has come here to add one. */
  beginsWithNew?: boolean;
  /** Shown if there are none. */
  empty: ReactNode;
  /** Edits a rule; null for a new one. */
  dialog: (edited: Rule | null, onClose: () => void) => ReactNode;
}

/** Synonyms or curations: rules that searches heed. They are listed, added, edited, and deleted with a way back. */
export function RulesSection<Rule extends { id: string; tenant_id: string | null }>({
  title,
  addLabel,
  pages,
  columns,
  removal,
  beginsWithNew = false,
  empty,
  dialog,
}: RulesSectionProps<Rule>) {
  const session = useSession();
  const [edited, setEdited] = useState<Rule | 'new' | null>(beginsWithNew ? 'new' : null);
  const remove = useRemoval(removal);
  const actions: Column<Rule> = {
    title: 'Actions',
    isActions: true,
    cell: (rule) =>
      mayChangeRule(session, rule) && (
        <div className={styles.rowActions}>
          <IconButton isSmall icon="edit" label={`Edit ${removal.nameOf(rule)}`} onClick={() => setEdited(rule)} />
          <IconButton isSmall icon="trash" label={`Delete ${removal.nameOf(rule)}`} onClick={() => remove(rule)} />
        </div>
      ),
  };
  const add = session.may('admin') && (
    <Button variant="primary" icon="plus" onClick={() => setEdited('new')}>
      {addLabel}
    </Button>
  );
  return (
    <Panel title={title} isFlush actions={add}>
      <PagedTable caption={title} columns={[...columns, actions]} pages={pages} keyOf={({ id }) => id} empty={empty} />
      {edited !== null && dialog(edited === 'new' ? null : edited, () => setEdited(null))}
    </Panel>
  );
}
