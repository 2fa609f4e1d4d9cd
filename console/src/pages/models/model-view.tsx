import type { Model } from '@sextant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../app/session.js';
import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { Badge, Page, Row } from '../../design/layout.js';
import { useNotify } from '../../design/notices.js';
import { Empty, Failure, Loading } from '../../design/states.js';
import { useModel } from './model-queries.js';
import styles from './models.module.css';
import { KIND_NAMES } from './names.js';
import { TrainVersion } from './train-version.js';
import { VersionList } from './version-list.js';
import { VersionView } from './version-view.js';

/** One model: its versions, what the chosen one has learnt, and a way to train another. */
export function ModelView({ id }: { id: string }) {
  const { may } = useSession();
  const model = useModel(id);
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { version?: unknown; train?: unknown };
  const [isDeleting, setDeleting] = useState(false);
  const show = (next: { version?: string; train?: true }) =>
    navigate({ to: '/models/$id', params: { id }, search: next });
  const isTraining = search.train === true && may('train');
  const actions = model.data !== undefined && may('train') && (
    <Row>
      <Button variant="primary" icon="plus" isPressed={isTraining} onClick={() => show({ train: true })}>
        Train a version
      </Button>
      <Button variant="danger" icon="trash" onClick={() => setDeleting(true)}>
        Delete
      </Button>
    </Row>
  );
  return (
    <Page title={model.data?.name ?? id} actions={actions}>
      <Row>
        <Link to="/models">All models</Link>
        {model.data !== undefined && <ModelFacts model={model.data} />}
      </Row>
      {model.isPending && <Loading lines={6} label="Loading the model" />}
      {model.isError && <Failure error={model.error} onRetry={() => model.refetch()} />}
      {model.data !== undefined && (
        <div className={styles.columns}>
          <VersionList
            model={model.data}
            chosen={isTraining ? null : chosenVersion(model.data, search.version)}
            onChoose={(version) => show({ version })}
          />
          {isTraining ? (
            <TrainVersion model={model.data} onStarted={(version) => show({ version })} />
          ) : (
            <ChosenVersion model={model.data} asked={search.version} />
          )}
        </div>
      )}
      {isDeleting && model.data !== undefined && <DeleteModel model={model.data} onClose={() => setDeleting(false)} />}
    </Page>
  );
}

function ModelFacts({ model }: { model: Model }) {
  return (
    <>
      <Badge>{KIND_NAMES[model.kind]}</Badge>
      <code>{model.id}</code>
      {model.tenant_id !== null && <Badge title="Tenant">{model.tenant_id}</Badge>}
      {model.description !== null && <span dir="auto">{model.description}</span>}
    </>
  );
}

/** The one in the address, or else the default one, or else the newest. */
function chosenVersion({ versions, default_version }: Model, asked: unknown): string | null {
  const isKnown = versions.some(({ version }) => version === asked);
  return isKnown ? String(asked) : (default_version ?? versions.at(-1)?.version ?? null);
}

function ChosenVersion({ model, asked }: { model: Model; asked: unknown }) {
  const { may } = useSession();
  const version = chosenVersion(model, asked);
  if (version !== null) return <VersionView key={version} model={model} version={version} />;
  return (
    <Empty icon="upload" title="No version yet">
      {may('train') ? 'Train a version with a CSV or NDJSON file of labelled examples.' : 'Your key may not train one.'}
    </Empty>
  );
}

function DeleteModel({ model, onClose }: { model: Model; onClose: () => void }) {
  const { client } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const name = model.name ?? model.id;
  const deletion = useMutation({
    mutationFn: () => client.models.delete(model.id),
    onSuccess: () => {
      queries.removeQueries({ queryKey: ['models', model.id] });
      void queries.invalidateQueries({ queryKey: ['models'], exact: true });
      notify({ text: `${name} was deleted.` });
      void navigate({ to: '/models' });
    },
  });
  return (
    <Dialog
      title={`Delete ${name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" icon="trash" isBusy={deletion.isPending} onClick={() => deletion.mutate()}>
            Delete the model
          </Button>
        </>
      }
    >
      <p>The model and all its versions are removed for good. Requests that name it will fail.</p>
      {deletion.isError && <Failure error={deletion.error} />}
    </Dialog>
  );
}
