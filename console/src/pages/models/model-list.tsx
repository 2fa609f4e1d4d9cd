import type { ModelList as Models } from '@sextant/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../app/session.js';
import { Button } from '../../design/button.js';
import { Badge, Page, Panel } from '../../design/layout.js';
import { Empty, Failure, Loading } from '../../design/states.js';
import { type Column, Table } from '../../design/table.js';
import { formatAge, formatNumber } from '../../shared/format.js';
import { CreateModel } from './create-model.js';
import { useModels } from './model-queries.js';
import { KIND_NAMES, StatusBadge } from './names.js';

type ListedModel = Models['data'][number];

const COLUMNS: Column<ListedModel>[] = [
  {
    title: 'Model',
    cell: ({ id, name }) => (
      <Link to="/models/$id" params={{ id }} dir="auto">
        {name ?? id}
      </Link>
    ),
  },
  { title: 'Kind', cell: ({ kind }) => KIND_NAMES[kind] },
  { title: 'Newest version', cell: newestVersion },
  { title: 'Default', cell: ({ default_version }) => default_version ?? '–' },
  { title: 'Versions', isNumeric: true, cell: ({ versions }) => formatNumber(versions.length) },
  {
    title: 'Tenant',
    cell: ({ tenant_id }) => (tenant_id === null ? '–' : <Badge>{tenant_id}</Badge>),
  },
  { title: 'Changed', cell: ({ updated_at }) => formatAge(updated_at) },
];

export function ModelList() {
  const { may } = useSession();
  const [isCreating, setCreating] = useState(false);
  const models = useModels();
  const create = may('train') && (
    <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
      New model
    </Button>
  );
  return (
    <Page title="Models" actions={create}>
      {models.isPending && <Loading lines={5} label="Loading the models" />}
      {models.isError && <Failure error={models.error} onRetry={() => models.refetch()} />}
      {models.data?.data.length === 0 && (
        <Empty icon="models" title="No model yet">
          A model learns from labelled examples: to sort texts by topic, or to predict a value from a row of a table.
          {may('train') ? ' Make one, and give it a CSV or NDJSON file.' : ' Your key may not train one.'}
        </Empty>
      )}
      {models.data !== undefined && models.data.data.length > 0 && (
        <Panel isFlush>
          <Table caption="Models" columns={COLUMNS} rows={models.data.data} keyOf={({ id }) => id} />
        </Panel>
      )}
      {isCreating && <CreateModel onClose={() => setCreating(false)} />}
    </Page>
  );
}

function newestVersion({ versions }: ListedModel) {
  const newest = versions.at(-1);
  if (newest === undefined) return '–';
  return (
    <>
      {newest.version} <StatusBadge status={newest.status} />
    </>
  );
}
