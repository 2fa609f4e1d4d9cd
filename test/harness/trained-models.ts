import { setTimeout as sleep } from 'node:timers/promises';
import { vi } from 'vitest';
import { type Answer, type Client, type Json, VERSION } from './client.js';

const POLL_MILLISECONDS = 200;

/** Trainings stand back behind everything else that the machine does. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

export const MODELS = `${VERSION}/models`;

/** Sends a version to train, as JSON. */
export function sendVersion(client: Client, id: string, body: Json, headers: Record<string, string> = {}) {
  return client.post(`${MODELS}/${id}/versions`, body, headers);
}

/** The version once its training has ended, one way or the other. */
export async function endedVersion(client: Client, id: string, version: string): Promise<Answer> {
  for (;;) {
    const answer = await client.get(`${MODELS}/${id}/versions/${version}`);
    if (answer.status !== 200) throw new Error(`The version can't be read: ${answer.text}`);
    if (!['queued', 'training'].includes(String(answer.body.status))) return answer;
    await sleep(POLL_MILLISECONDS);
  }
}

/** Makes a model with one version that is ready. */
export async function trainModel(client: Client, model: Json & { id: string }, body: Json): Promise<Answer> {
  const created = await client.post(MODELS, model);
  if (created.status !== 200) throw new Error(created.text);
  const sent = await sendVersion(client, model.id, body);
  if (sent.status !== 200) throw new Error(sent.text);
  return endedVersion(client, model.id, String(sent.body.version));
}
