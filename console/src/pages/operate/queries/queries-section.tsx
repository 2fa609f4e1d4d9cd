import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../app/session.js';
import { Segmented, Select } from '../../../design/field.js';
import { Panel } from '../../../design/layout.js';
import { Empty } from '../../../design/states.js';
import { CurationDialog } from '../curations/curation-dialog.js';
import { EMPTY_CURATION } from '../curations/curation-draft.js';
import { PagedTable } from '../paged-table.js';
import { usualTenant } from '../rules/rule-tenant.js';
import { SynonymDialog } from '../synonyms/synonym-dialog.js';
import { EMPTY_SYNONYM } from '../synonyms/synonym-draft.js';
import { useQueryColumns } from './query-columns.js';
import { type QueryList, useLoggedQueries } from './use-logged-queries.js';

const LISTS: readonly { value: QueryList; label: string }[] = [
  { value: 'frequent', label: 'Frequent' },
  { value: 'without-results', label: 'Without results' },
  { value: 'latest', label: 'Latest' },
  { value: 'slowest', label: 'Slowest' },
];
const RANGES: readonly { days: number; label: string }[] = [
  { days: 1, label: 'Today' },
  { days: 7, label: 'The last 7 days' },
  { days: 30, label: 'The last 30 days' },
  { days: 365, label: 'As far as it goes' },
];
const USUAL_DAYS = 7;

/** What was searched for, and what to do about it: a query that found nothing becomes a synonym in two clicks. */
export function QueriesSection() {
  const session = useSession();
  const navigate = useNavigate();
  const address = useSearch({ strict: false });
  const list = LISTS.find(({ value }) => value === address.list)?.value ?? 'frequent';
  const days = RANGES.find((range) => range.days === address.days)?.days ?? USUAL_DAYS;
  const pages = useLoggedQueries(list, days);
  const [synonymFor, setSynonymFor] = useState<string | null>(null);
  const [curationFor, setCurationFor] = useState<string | null>(null);
  const columns = useQueryColumns({ onMakeSynonym: setSynonymFor, onCurate: setCurationFor });
  const show = (changes: Record<string, unknown>) =>
    navigate({ to: '.', search: { list, days, ...changes }, replace: true });
  const tenant = usualTenant(session);
  return (
    <Panel
      title="What people search for"
      isFlush
      actions={
        <>
          <Segmented label="Which queries" value={list} options={LISTS} onChange={(next) => show({ list: next })} />
          <div>
            <Select aria-label="Time" value={days} onChange={(event) => show({ days: Number(event.target.value) })}>
              {RANGES.map((range) => (
                <option key={range.days} value={range.days}>
                  {range.label}
                </option>
              ))}
            </Select>
          </div>
        </>
      }
    >
      <PagedTable
        caption="Queries"
        columns={columns}
        pages={pages}
        keyOf={({ query }) => query}
        empty={<NoQueries list={list} isLogged={pages.firstPage?.logging ?? true} />}
      />
      {synonymFor !== null && (
        <SynonymDialog
          edited={null}
          draft={{ ...EMPTY_SYNONYM, isOneWay: true, words: [synonymFor], tenant }}
          query={synonymFor}
          onClose={() => setSynonymFor(null)}
        />
      )}
      {curationFor !== null && (
        <CurationDialog
          edited={null}
          draft={{ ...EMPTY_CURATION, query: curationFor, tenant }}
          onClose={() => setCurationFor(null)}
        />
      )}
    </Panel>
  );
}

function NoQueries({ list, isLogged }: { list: QueryList; isLogged: boolean }) {
  if (!isLogged) {
    return (
      <Empty icon="search" title="Searches are not logged">
        The service was started with <code>SEXTANT_QUERY_LOG=off</code>. To switch the log on again, leave that setting
        out and restart the service.
      </Empty>
    );
  }
  if (list === 'without-results') {
    return (
      <Empty icon="check" title="Every search has found something">
        Queries that found nothing in these days would be here.
      </Empty>
    );
  }
  return (
    <Empty icon="search" title="No searches in these days">
      What people search for is counted here, by query. Searches in this console are left out.
    </Empty>
  );
}
