import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from './command.js';
import { reasonOf, refusal, type ServiceTarget } from './service-target.js';

/** What of a model and its versions people are shown. */
export interface ListedModel {
  id: string;
  kind: string;
  name: string | null;
  tenant_id: string | null;
  default_version: string | null;
  versions: { version: string; status: string }[];
}

export interface ShownVersion {
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

export async function askService<Body>(target: ServiceTarget, path: string, request: RequestInit = {}): Promise<Body> {
  const headers = { 'X-API-Key': target.key, ...request.headers };
  const response = await fetch(`${target.url}/v20241104${path}`, { ...request, headers }).catch((error) => {
    throw new CommandError(`The connection to the service failed (${reasonOf(error)}).`);
  });
  const text = await response.text();
  if (!response.ok) throw refusal(response.status, text);
  return JSON.parse(text);
}

/** Makes the model unless there is one with this id. */
export async function ensureModel(
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

export async function sendExamples(
  target: ServiceTarget,
  { id, file, type, query }: { id: string; file: string; type: string; query: URLSearchParams },
): Promise<ShownVersion> {
  const body = Readable.toWeb(createReadStream(file));
  const headers = { 'Content-Type': type };
  return askService(target, `/models/${id}/versions?${query}`, { method: 'POST', headers, body, duplex: 'half' });
}

/** The version once its training has ended; `onProgress` is told how far it is. */
export async function awaitTraining(
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
