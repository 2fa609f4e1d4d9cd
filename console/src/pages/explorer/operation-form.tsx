import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../app/session.js';
import { Button } from '../../design/button.js';
import { Field, TextArea, TextInput } from '../../design/field.js';
import { JsonEditor } from '../../design/json-editor.js';
import { Panel, Row, Stack } from '../../design/layout.js';
import { Failure, Loading } from '../../design/states.js';
import { RequestDialog } from '../../shared/request-dialog.js';
import { Answer, type Exchange } from './answer.js';
import { BodyFields } from './body-fields.js';
import type { Operation } from './description.js';
import styles from './explorer.module.css';
import { Method } from './operation-list.js';
import { bodyObject, type Draft, emptyDraft, missingParameters, requestOf, snippetOf } from './request.js';

/** An operation as a form: its parameters, its body as JSON and as fields, and what the service answers. */
export function OperationForm({ operation }: { operation: Operation }) {
  const { client } = useSession();
  const [draft, setDraft] = useState(() => emptyDraft(operation));
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [isRequestShown, setRequestShown] = useState(false);
  const exchange = useMutation({
    mutationFn: async (): Promise<Exchange> => {
      const begun = performance.now();
      const response = await client.request(requestOf(operation, draft));
      return { response, milliseconds: performance.now() - begun };
    },
  });
  const ifComplete = (proceed: () => void) => {
    const lacking = missingParameters(operation, draft);
    setMissing(lacking);
    if (lacking.length === 0) proceed();
  };
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    ifComplete(exchange.mutate);
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <header>
        <h2>{operation.summary}</h2>
        <p className={styles.path}>
          <Method name={operation.method} />
          {operation.path}
        </p>
      </header>
      <p className={styles.description}>{operation.description}</p>
      <Parameters operation={operation} draft={draft} missing={missing} onChange={setDraft} />
      {operation.body !== null && (
        <Panel title={`Body · ${operation.body.contentType}`}>
          <BodyEditor operation={operation} draft={draft} onChange={setDraft} onSubmit={send} />
        </Panel>
      )}
      <Row>
        <Button type="submit" variant="primary" icon="play" isBusy={exchange.isPending}>
          Send
        </Button>
        <Button icon="copy" variant="quiet" onClick={() => ifComplete(() => setRequestShown(true))}>
          Copy the request
        </Button>
      </Row>
      {isRequestShown && <RequestDialog request={snippetOf(operation, draft)} onClose={() => setRequestShown(false)} />}
      {exchange.isPending && <Loading label="Waiting for the answer" />}
      {exchange.isError && <Failure error={exchange.error} onRetry={() => exchange.mutate()} />}
      {exchange.isSuccess && <Answer exchange={exchange.data} />}
    </form>
  );
}

interface DraftProps {
  operation: Operation;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

function Parameters({ operation, draft, missing, onChange }: DraftProps & { missing: readonly string[] }) {
  if (operation.parameters.length === 0) return null;
  return (
    <div className={styles.parameters}>
      {operation.parameters.map(({ name, isRequired, description }) => (
        <Field
          key={name}
          label={isRequired ? `${name} (required)` : name}
          hint={description}
          error={missing.includes(name) ? 'This has to be given.' : undefined}
        >
          <TextInput
            value={draft.parameters[name] ?? ''}
            onChange={(event) =>
              onChange({ ...draft, parameters: { ...draft.parameters, [name]: event.target.value } })
            }
          />
        </Field>
      ))}
    </div>
  );
}

function BodyEditor({ operation, draft, onChange, onSubmit }: DraftProps & { onSubmit: () => void }) {
  const { contentType, fields } = operation.body!;
  const change = (body: string) => onChange({ ...draft, body });
  if (contentType !== 'application/json') {
    return <TextArea aria-label="Body" dir="ltr" value={draft.body} onChange={(event) => change(event.target.value)} />;
  }
  return (
    <div className={styles.body}>
      <Stack>
        <JsonEditor label="Body" value={draft.body} onChange={change} onSubmit={onSubmit} />
      </Stack>
      <BodyFields fields={fields} body={bodyObject(draft.body)} onChange={change} />
    </div>
  );
}
