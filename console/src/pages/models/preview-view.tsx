import type { ExamplePreview, PreviewedField } from '@sextant/client';
import { Icon } from '../../design/icon.js';
import { Badge, Panel, Stack } from '../../design/layout.js';
import { type Column, Table } from '../../design/table.js';
import { formatCount, formatNumber, formatPercent } from '../../shared/format.js';
import { Bars } from './bars.js';
import { FIELD_TYPE_NAMES } from './names.js';
import styles from './training.module.css';

const MAX_LABELS = 12;

/** What would be learnt from, before it is. */
export function PreviewView({ preview }: { preview: ExamplePreview }) {
  const { trainable, example_count, refused, problems, warnings, fields, samples } = preview;
  return (
    <Panel
      title="What was understood"
      actions={trainable ? <Badge tone="good">Ready to train</Badge> : <Badge tone="bad">Can’t be trained yet</Badge>}
    >
      <Stack>
        <p>
          {formatCount(example_count, 'example')}
          {refused.count > 0 && `, ${formatNumber(refused.count)} refused`}. {targetOf(preview)}
        </p>
        {(problems.length > 0 || refused.count > 0) && (
          <ul className={styles.findings} aria-label="Problems">
            {problems.map(({ message }) => (
              <Finding key={message} tone="bad" text={message} />
            ))}
            {refused.listed.map(({ example, message }) => (
              <Finding key={example} tone="bad" text={`Example ${formatNumber(example + 1)}: ${message}`} />
            ))}
            {refused.count > refused.listed.length && (
              <Finding
                tone="bad"
                text={`${formatCount(refused.count - refused.listed.length, 'more was', 'more were')} refused.`}
              />
            )}
          </ul>
        )}
        {warnings.length > 0 && (
          <ul className={styles.findings} aria-label="Warnings">
            {warnings.map(({ code, field, message }) => (
              <Finding key={`${code}${field}`} tone="warning" text={message} />
            ))}
          </ul>
        )}
        <Labels preview={preview} />
        {fields !== null && fields.length > 0 && (
          <Table caption="Columns" columns={FIELD_COLUMNS} rows={fields} keyOf={({ name }) => name} />
        )}
        {fields === null && samples.length > 0 && <Samples samples={samples} />}
      </Stack>
    </Panel>
  );
}

function targetOf({ target, label_count, example_count }: ExamplePreview): string {
  if (example_count === 0) return '';
  if (target === 'number') return 'The model will predict a number.';
  return `The model will tell ${formatCount(label_count, 'label')} apart.`;
}

function Finding({ tone, text }: { tone: 'bad' | 'warning'; text: string }) {
  return (
    <li className={styles[tone]}>
      <Icon name={tone === 'bad' ? 'close' : 'warning'} size={16} />
      <span dir="auto">{text}</span>
    </li>
  );
}

function Labels({ preview: { labels, label_count } }: { preview: ExamplePreview }) {
  if (labels.length === 0) return null;
  const shown = labels.slice(0, MAX_LABELS);
  return (
    <section>
      <h3>Labels</h3>
      <Bars items={shown.map(({ label, count }) => ({ name: label, value: count }))} format={formatNumber} />
      {label_count > shown.length && <p className={styles.muted}>{formatNumber(label_count - shown.length)} more</p>}
    </section>
  );
}

const FIELD_COLUMNS: Column<PreviewedField>[] = [
  { title: 'Column', cell: ({ name }) => <span dir="auto">{name}</span> },
  { title: 'Read as', cell: ({ type }) => <Badge>{FIELD_TYPE_NAMES[type]}</Badge> },
  { title: 'Missing', isNumeric: true, cell: ({ missing }) => formatPercent(missing) },
  { title: 'Different', isNumeric: true, cell: ({ distinct_count }) => formatNumber(distinct_count) },
  {
    title: 'Most frequent',
    cell: ({ values }) => (
      <span className={styles.values} dir="auto">
        {values.join(' · ')}
      </span>
    ),
  },
];

function Samples({ samples }: { samples: ExamplePreview['samples'] }) {
  return (
    <section>
      <h3>Some of them</h3>
      <ul className={styles.samples}>
        {samples.map((sample) => (
          <li key={JSON.stringify(sample)}>
            <Badge tone="accent">{String(sample.label)}</Badge>
            <span dir="auto">{'text' in sample ? String(sample.text) : ''}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
