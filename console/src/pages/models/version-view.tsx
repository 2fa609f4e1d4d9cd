import type { Model, ModelVersion } from '@sextant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session.js';
import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { Badge, Panel, Row, Stack } from '../../design/layout.js';
import { useNotify } from '../../design/notices.js';
import { Failure, Loading, Progress } from '../../design/states.js';
import { formatCount, formatDateTime, formatPercent } from '../../shared/format.js';
import { isUnderWay, useVersion } from './model-queries.js';
import styles from './models.module.css';
import { StatusBadge } from './names.js';
import { Quality, WhatItGoesBy } from './quality.js';
import { TryVersion } from './try-version.js';

/** A version: its training while it goes on, then what it has learnt. */
export function VersionView({ model, version }: { model: Model; version: string }) {
  const query = useVersion(model.id, version);
  if (query.isPending) return <Loading lines={8} label="Loading the version" />;
  if (query.isError) return <Failure error={query.error} onRetry={() => query.refetch()} />;
  const { data } = query;
  return (
    <Stack>
      <VersionHead model={model} version={data} />
      {data.status === 'ready' && <Quality version={data} />}
      {data.status === 'ready' && <TryVersion model={model} version={data} />}
      {data.status === 'ready' && <WhatItGoesBy version={data} />}
    </Stack>
  );
}

function VersionHead({ model, version }: { model: Model; version: ModelVersion }) {
  const { client, may } = useSession();
  const queries = useQueryClient();
  const notify = useNotify();
  const [isDeleting, setDeleting] = useState(false);
  const { id } = model;
  const isDefault = model.default_version === version.version;
  const refresh = () => queries.invalidateQueries({ queryKey: ['models'] });
  const choice = useMutation({
    mutationFn: () => client.models.update(id, { default_version: version.version }),
    onSuccess: () => {
      notify({ text: `${version.version} is the default version now.` });
      return refresh();
    },
  });
  const cancelling = useMutation({
    mutationFn: () => client.models.versions.cancel(id, version.version),
    onSuccess: refresh,
  });
  const failed = choice.error ?? cancelling.error;
  const actions = may('train') && (
    <Row>
      {isUnderWay(version.status) && (
        <Button isSmall icon="stop" isBusy={cancelling.isPending} onClick={() => cancelling.mutate()}>
          Cancel the training
        </Button>
      )}
      {version.status === 'ready' && !isDefault && (
        <Button isSmall icon="check" isBusy={choice.isPending} onClick={() => choice.mutate()}>
          Make it the default
        </Button>
      )}
      {!isDefault && (
        <Button isSmall variant="danger" icon="trash" onClick={() => setDeleting(true)}>
          Delete version
        </Button>
      )}
    </Row>
  );
  return (
    <Panel
      title={
        <span className={styles.versionTitle}>
          {version.version} <StatusBadge status={version.status} />
          {isDefault && <Badge tone="accent">Default</Badge>}
        </span>
      }
      actions={actions}
    >
      <Stack>
        <p className={styles.muted}>{factsOf(version)}</p>
        {isUnderWay(version.status) && (
          <Progress
            label={
              version.status === 'queued' ? 'Waiting for its turn' : `Training: ${formatPercent(version.progress)}`
            }
            value={version.progress}
            max={version.status === 'queued' ? null : 1}
          />
        )}
        {version.error !== null && <Failure error={new Error(version.error.message)} />}
        {failed !== null && <Failure error={failed} />}
      </Stack>
      {isDeleting && <DeleteVersion model={model} version={version.version} onClose={() => setDeleting(false)} />}
    </Panel>
  );
}

function factsOf({ example_count, labels, created_at, ready_at }: ModelVersion): string {
  const facts = [
    example_count > 0 && formatCount(example_count, 'example'),
    labels.length > 0 && formatCount(labels.length, 'label'),
    ready_at === null ? `sent ${formatDateTime(created_at)}` : `ready since ${formatDateTime(ready_at)}`,
  ];
  return facts.filter(Boolean).join(' · ');
}

function DeleteVersion({ model, version, onClose }: { model: Model; version: string; onClose: () => void }) {
  const { client } = useSession();
  const queries = useQueryClient();
  const notify = useNotify();
  const deletion = useMutation({
    mutationFn: () => client.models.versions.delete(model.id, version),
    onSuccess: () => {
      notify({ text: `${version} was deleted.` });
      onClose();
      return queries.invalidateQueries({ queryKey: ['models', model.id], exact: true });
    },
  });
  return (
    <Dialog
      title={`Delete ${version}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" icon="trash" isBusy={deletion.isPending} onClick={() => deletion.mutate()}>
            Delete the version
          </Button>
        </>
      }
    >
      <p>It is removed for good, and requests that name it will fail. The default version stays.</p>
      {deletion.isError && <Failure error={deletion.error} />}
    </Dialog>
  );
}
