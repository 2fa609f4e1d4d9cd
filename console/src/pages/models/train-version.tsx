import type { ExampleFile, Model } from '@sextant/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session.js';
import { Button } from '../../design/button.js';
import { Checkbox, Field, Select, TextInput } from '../../design/field.js';
import { Panel, Row, Stack } from '../../design/layout.js';
import { Failure, Progress } from '../../design/states.js';
import { FileDrop } from './file-drop.js';
import { ID_LETTERS, ID_PATTERN } from './names.js';
import { PreviewView } from './preview-view.js';
import styles from './training.module.css';

const USUAL_LABEL = 'label';

interface ChosenFile {
  file: File;
  format: ExampleFile['format'];
}

/** A file of examples, what is understood of it, and only then the training. */
export function TrainVersion({ model, onStarted }: { model: Model; onStarted: (version: string) => void }) {
  const { client } = useSession();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [labelColumn, setLabelColumn] = useState(USUAL_LABEL);
  const [version, setVersion] = useState('');
  const [makeDefault, setMakeDefault] = useState(true);
  const upload = (file: ChosenFile) => ({
    format: file.format,
    data: file.file,
    ...(file.format === 'csv' && labelColumn !== USUAL_LABEL ? { label_field: labelColumn } : {}),
  });
  const preview = useQuery({
    queryKey: ['models', model.id, 'preview', chosen && versionOf(chosen.file), labelColumn],
    queryFn: ({ signal }) => client.models.versions.previewFile(model.id, upload(chosen!), { signal }),
    enabled: chosen !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  const training = useMutation({
    mutationFn: (file: ChosenFile) =>
      client.models.versions.upload(model.id, {
        ...upload(file),
        default: makeDefault,
        ...(version === '' ? {} : { version }),
      }),
    onSuccess: async (started) => {
      queries.setQueryData(['models', model.id, 'versions', started.version], started);
      await queries.invalidateQueries({ queryKey: ['models', model.id], exact: true });
      onStarted(started.version);
    },
  });
  const take = async (file: File) => {
    const format = await formatOf(file);
    training.reset();
    setLabelColumn(USUAL_LABEL);
    setChosen({ file, format });
  };
  const { columns } = preview.data ?? {};
  return (
    <Stack>
      <Panel title="Examples">
        <Stack>
          <FileDrop
            onFile={take}
            file={chosen?.file ?? null}
            label="Choose a file"
            accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson"
          >
            {model.kind === 'text_classifier' ? <TextFormat /> : <RowFormat />}
          </FileDrop>
          {chosen?.format === 'csv' && columns != null && (
            <Field label="Column that holds the label">
              <Select
                className={styles.short}
                value={labelColumn}
                onChange={(event) => setLabelColumn(event.target.value)}
              >
                {!columns.includes(labelColumn) && <option value={labelColumn}>Choose a column</option>}
                {columns.map((column) => (
                  <option key={column}>{column}</option>
                ))}
              </Select>
            </Field>
          )}
          {chosen !== null && preview.isFetching && <Progress label="Reading the file" value={0} max={null} />}
          {preview.isError && <Failure error={preview.error} onRetry={() => preview.refetch()} />}
        </Stack>
      </Panel>
      {chosen !== null && preview.data !== undefined && <PreviewView preview={preview.data} />}
      {chosen !== null && preview.data?.trainable && (
        <Panel title="Training">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              training.mutate(chosen);
            }}
          >
            <Stack>
              <Field
                label="Name of the version"
                hint={`At most 10 characters. ${ID_LETTERS} Left out: v1, v2 and so on.`}
              >
                <TextInput
                  className={styles.short}
                  value={version}
                  maxLength={10}
                  pattern={ID_PATTERN}
                  title={ID_LETTERS}
                  dir="ltr"
                  onChange={(event) => setVersion(event.target.value)}
                />
              </Field>
              <Checkbox
                label="Make it the default version when it is ready"
                checked={makeDefault}
                onChange={(event) => setMakeDefault(event.target.checked)}
              />
              {training.isError && <Failure error={training.error} />}
              <Row>
                <Button variant="primary" type="submit" icon="play" isBusy={training.isPending || preview.isFetching}>
                  Train
                </Button>
              </Row>
            </Stack>
          </form>
        </Panel>
      )}
    </Stack>
  );
}

/** Tells a file from others of its name, and from itself before it was changed. */
function versionOf({ name, size, lastModified }: File): object {
  return { name, size, lastModified };
}

/** By its name, or else by how it begins: a line of NDJSON is an object. */
async function formatOf(file: File): Promise<ExampleFile['format']> {
  if (/\.csv$/i.test(file.name)) return 'csv';
  if (/\.(ndjson|jsonl)$/i.test(file.name)) return 'ndjson';
  const start = await file.slice(0, 100).text();
  return start.trimStart().startsWith('{') ? 'ndjson' : 'csv';
}

function TextFormat() {
  return (
    <>
      CSV with the columns <code>text</code> and <code>label</code>, or one <code>{'{"text": …, "label": …}'}</code> a
      line. Ten examples of each label are a start, thirty are good.
    </>
  );
}

function RowFormat() {
  return (
    <>
      CSV with a header line, or one <code>{'{"input": {…}, "label": …}'}</code> a line. Any column can be the label;
      the others are what it is predicted from.
    </>
  );
}
