import { expect, it } from 'vitest';
import { startService } from './harness/service.js';

it('an idempotency key is remembered over a restart, and over a crash', async () => {
  const note = { title: 'T', tenant_id: 't' };
  const headers = { 'Idempotency-Key': 'once' };
  const first = await startService();
  const { body } = await first.client.addDocument(note, headers);
  await first.stop();
  const second = await startService({ folder: first.folder });
  expect((await second.client.addDocument(note, headers)).body).toEqual(body);
  await second.kill();
  const third = await startService({ folder: first.folder });
  try {
    expect((await third.client.addDocument(note, headers)).body).toEqual(body);
    expect((await third.client.browse()).body.total_number_of_results).toBe(1);
  } finally {
    await third.dispose();
  }
});
