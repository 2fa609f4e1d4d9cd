import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isModelId, MODEL_KINDS } from '../../domain/model/model.js';
import { CommandError, formatTable, onlyWord, parseWords, printLine, type Terminal, UsageError } from '../command.js';
import { ProgressBar } from '../progress-bar.js';
import { askService, checkTarget, type ServiceTarget, serviceTarget } from '../service-target.js';

export const TARGET_OPTIONS = { url: { type: 'string' }, key: { type: 'string' } } as const;
const TRAIN_OPTIONS = {
  ...TARGET_OPTIONS,
  kind: { type: 'string' },
  id: { type: 'string' },
  name: { type: 'string' },
  tenant: { type: 'string' },
  label: { type: 'string' },
  version: { type: 'string' },
  'not-default': { type: 'boolean' },
} as const;

const MEDIA_TYPES: Record<string, string> = {
  '.csv': 'text/csv',
  '.ndjson': 'application/x-ndjson',
  '.jsonl': 'application/x-ndjson',
};

export async function train(words: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseWords(words, { allowPositionals: true, options: TRAIN_OPTIONS });
  const file = onlyWord(positionals, 'FILE');
  const { id = idFrom(file), kind = '', name, tenant } = values;
  if (!MODEL_KINDS.some((known) => known === kind)) throw new UsageError(`--kind must be ${MODEL_KINDS.join(' or ')}.`);
  const type = await mediaTypeOf(file);
  const target = serviceTarget(values, terminal);
  await checkTarget(target);
  const { isNew } = await ensureModel(target, { id, kind, name, tenant_id: tenant });
  const sent = await sendExamples(target, { id, file, type, query: versionQuery(values) }).catch(async (error) => {
    // Do not leave a model without versions behind.
    if (isNew) await askService(target, `/models/${id}`, { method: 'DELETE' });
    throw error;
  });
  printLine(terminal.errors, `Training version ${sent.version} of ${id} with ${sent.example_count} examples.`);
  const bar = new ProgressBar(terminal.errors, 'examples');
  const ended = await awaitTraining(target, sent, ({ progress }) =>
    bar.update({ share: progress, done: Math.floor(progress * sent.example_count) }),
  ).finally(() => bar.clear());
  printVersion(ended, terminal);
  return ended.status === 'ready' ? 0 : 1;
}

function idFrom(file: string): string {
  const name = basename(file, extname(file));
  if (!isModelId(name)) throw new UsageError('The file name cannot be used as an id. Choose one with --id ID.');
  return name;
}

function versionQuery(values: { version?: string; label?: string; 'not-default'?: boolean }): URLSearchParams {
  const query = new URLSearchParams({ default: String(!values['not-default']) });
  if (values.version !== undefined) query.set('version', values.version);
  if (values.label !== undefined) query.set('label_field', values.label);
  return query;
}

/** The models of the service as a table. */
export async function listTrained(values: { url?: string; key?: string }, terminal: Terminal): Promise<string> {
  const { data } = await askService<{ data: ListedModel[] }>(serviceTarget(values, terminal), '/models');
  const rows = data.map((model) => [
    ...[model.id, model.kind, model.name ?? '', model.tenant_id ?? '', model.default_version ?? ''],
    model.versions.map(({ version, status }) => `${version} ${status}`).join(', '),
  ]);
  if (rows.length === 0) return 'There are none. Create one with `sextant models train FILE --kind KIND`.';
  return formatTable(['ID', 'KIND', 'NAME', 'TENANT', 'DEFAULT', 'VERSIONS'], rows);
}

export async function show(words: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseWords(words, { allowPositionals: true, options: TARGET_OPTIONS });
  const id = encodeURIComponent(onlyWord(positionals, 'ID of a model'));
  const target = serviceTarget(values, terminal);
  const model = await askService<ListedModel>(target, `/models/${id}`);
  printLine(terminal.output, `${model.id}: ${model.kind}, default version ${model.default_version ?? 'none yet'}`);
  for (const { version } of model.versions) {
    printVersion(await askService<ShownVersion>(target, `/models/${id}/versions/${version}`), terminal);
  }
  return 0;
}

async function mediaTypeOf(file: string): Promise<string> {
  const type = MEDIA_TYPES[extname(file).toLowerCase()];
  if (type === undefined) throw new UsageError(`FILE must end in ${Object.keys(MEDIA_TYPES).join(', ')}.`);
  const found = await stat(file).catch(() => null);
  if (found === null) throw new CommandError(`File not found: ${file}`);
  return type;
}

function printVersion(version: ShownVersion, { output }: Terminal): void {
  const { metrics, report, error } = version;
  printLine(output, `${version.version}: ${version.status}, ${version.example_count} examples`);
  if (error !== null) printLine(output, `  ${error.message}`);
  const numbers = Object.entries(metrics ?? {}).filter(([, value]) => typeof value === 'number');
  if (numbers.length > 0) printLine(output, `  ${numbers.map(([name, value]) => `${name} ${value}`).join(', ')}`);
  if (report === null) return;
  const { duplicates, conflicts, suspected_labels } = report;
  printLine(
    output,
    `  ${duplicates} duplicates, ${conflicts.count} conflicts, ${suspected_labels.count} suspected labels`,
  );
}

/** The parts of a model that are printed. */
interface ListedModel {
  id: string;
  kind: string;
  name: string | null;
  tenant_id: string | null;
  default_version: string | null;
  versions: { version: string; status: string }[];
}

interface ShownVersion {
  id: string;
  version: string;
  status: string;
  progress: number;
  example_count: number;
  labels: { label: string; count: number }[];
  metrics: Record<string, unknown> | null;
  report: { duplicates: number; conflicts: { count: number }; suspected_labels: { count: number } } | null;
  error: { message: string } | null;
}

const POLL_MILLISECONDS = 500;

/** Creates the model unless it exists. */
async function ensureModel(
  target: ServiceTarget,
  model: { id: string; kind: string; name?: string; tenant_id?: string },
): Promise<{ isNew: boolean }> {
  const { data } = await askService<{ data: ListedModel[] }>(target, '/models');
  const known = data.find(({ id }) => id === model.id);
  if (known === undefined) {
    const headers = { 'Content-Type': 'application/json' };
    await askService(target, '/models', { method: 'POST', headers, body: JSON.stringify(model) });
  } else if (known.kind !== model.kind) {
    throw new CommandError(`The model ${model.id} is a ${known.kind}, not a ${model.kind}. Choose another --id.`);
  }
  return { isNew: known === undefined };
}

async function sendExamples(
  target: ServiceTarget,
  { id, file, type, query }: { id: string; file: string; type: string; query: URLSearchParams },
): Promise<ShownVersion> {
  const body = Readable.toWeb(createReadStream(file));
  const headers = { 'Content-Type': type };
  return askService(target, `/models/${id}/versions?${query}`, { method: 'POST', headers, body, duplex: 'half' });
}

/** Waits until the training has ended and returns the version. */
async function awaitTraining(
  target: ServiceTarget,
  { id, version }: Pick<ShownVersion, 'id' | 'version'>,
  onProgress: (version: ShownVersion) => void,
): Promise<ShownVersion> {
  for (;;) {
    const shown = await askService<ShownVersion>(target, `/models/${id}/versions/${version}`);
    if (shown.status !== 'queued' && shown.status !== 'training') return shown;
    onProgress(shown);
    await sleep(POLL_MILLISECONDS);
  }
}
