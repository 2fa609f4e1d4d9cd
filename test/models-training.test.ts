import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Json, VERSION } from './harness/client.js';
import { expectError, expectProblems, expectSuccess, ISO_UTC } from './harness/expectations.js';
import { labelledTexts } from './harness/labelled-texts.js';
import { startService } from './harness/service.js';
import { useService } from './harness/service-under-test.js';
import { endedVersion, MODELS, sendVersion } from './harness/trained-models.js';

const shared = useService();
const EXAMPLES = labelledTexts();

async function newModel(id: string, kind = 'text_classifier'): Promise<void> {
  const answer = await shared.client.post(MODELS, { kind, id });
  expect(answer.status, answer.text).toBe(200);
}

const send = (id: string, body: Json) => sendVersion(shared.client, id, body);
const sendText = (id: string, type: string, body: string, query = '') =>
  shared.client.send(`${MODELS}/${id}/versions${query}`, { method: 'POST', body, headers: { 'Content-Type': type } });

/** Enough to be busy with for a moment. */
const manyExamples = () =>
  Array.from({ length: 5 }, (_, i) => EXAMPLES.map(({ text, label }) => ({ text: `${text} (${i})`, label }))).flat();

describe('training a version', () => {
  it('answers at once, and tells later how good the version is', async () => {
    await newModel('topics');
    const sent = await send('topics', { examples: EXAMPLES });
    expectSuccess(sent, 'model_version');
    expect(sent.body).toMatchObject({ id: 'topics', version: 'v1', example_count: 72, metrics: null, error: null });
    expect(['queued', 'training']).toContain(sent.body.status);
    const { body } = await endedVersion(shared.client, 'topics', 'v1');
    expect(body).toMatchObject({
      ...{ id: 'topics', version: 'v1', status: 'ready', progress: 1, example_count: 72, input_fields: null },
      labels: ['account', 'delivery', 'payment'].map((label) => ({ label, count: 24 })),
      metrics: {
        accuracy: expect.any(Number),
        macro_f1: expect.any(Number),
        calibration_error: expect.any(Number),
        confusion_matrix: { labels: ['account', 'delivery', 'payment'] },
        calibration: expect.arrayContaining([
          { confidence: expect.any(Number), accuracy: expect.any(Number), count: expect.any(Number) },
        ]),
      },
      features: { kind: 'words', labels: expect.arrayContaining([{ label: 'payment', words: expect.any(Array) }]) },
      report: { examples: 72, duplicates: 0, conflicts: { count: 0, listed: [] } },
      ...{ error: null, created_at: expect.stringMatching(ISO_UTC), ready_at: expect.stringMatching(ISO_UTC) },
    });
    const model = await shared.client.get(`${MODELS}/topics`);
    expect(model.body).toMatchObject({ default_version: 'v1', versions: [{ version: 'v1', status: 'ready' }] });
  });

  it('takes NDJSON and CSV, with the name in the query string', async () => {
    await newModel('tables');
    const lines = EXAMPLES.map((example) => `${JSON.stringify(example)}\n`).join('\n');
    const ndjson = await sendText('tables', 'application/x-ndjson', lines, '?version=lines&default=false');
    expect(ndjson.body, ndjson.text).toMatchObject({ version: 'lines', example_count: 72 });
    const rows = EXAMPLES.map(({ text, label }) => `${label},"${text}, ""please"""\r\n`).join('');
    const csv = await sendText('tables', 'text/csv; charset=utf-8', `\ufefflabel,text\r\n${rows}`, '?version=rows');
    expect(csv.body, csv.text).toMatchObject({ version: 'rows', example_count: 72 });
    expect((await endedVersion(shared.client, 'tables', 'lines')).body.status).toBe('ready');
    expect((await endedVersion(shared.client, 'tables', 'rows')).body.status).toBe('ready');
    expect((await shared.client.get(`${MODELS}/tables`)).body.default_version).toBe('rows');
  });

  it('takes stored documents, with a field as their label', async () => {
    const documents = EXAMPLES.map(({ text, label }, i) => ({
      ...{ id: `mail-${i}`, title: text, tenant_id: 't', metadata: { topic: label, kind: 'mail' } },
    }));
    await shared.client.importDocuments([
      ...documents,
      { title: 'No label', tenant_id: 't', metadata: { kind: 'mail' } },
      ...[1, 2].map(() => ({ title: 'Not theirs', tenant_id: 'u', metadata: { topic: 'secret', kind: 'mail' } })),
    ]);
    await shared.client.post(MODELS, { kind: 'text_classifier', id: 'from-documents', tenant_id: 't' });
    const filter = { must: [{ term: { 'metadata.kind': 'mail' } }] };
    const sent = await send('from-documents', { documents: { filter, label_field: 'metadata.topic' } });
    expectSuccess(sent, 'model_version');
    const { body } = await endedVersion(shared.client, 'from-documents', 'v1');
    expect(body).toMatchObject({ status: 'ready', example_count: 72 });
    expect(body.labels).not.toContainEqual({ label: 'secret', count: 2 });
    const input = { type: 'document_id', value: 'mail-0' };
    const asked = await shared.client.post(`${VERSION}/classify`, { model_id: 'from-documents', input });
    expect(asked.body.data[0]).toMatchObject({ label: 'delivery' });
  });

  it('fails with a reason where the documents have no labels to learn', async () => {
    await newModel('nothing-to-learn');
    await send('nothing-to-learn', { documents: { label_field: 'metadata.nowhere' } });
    const { body } = await endedVersion(shared.client, 'nothing-to-learn', 'v1');
    expect(body).toMatchObject({ status: 'failed', error: { code: 'too_few_items', message: expect.any(String) } });
  });

  it('is done once for an idempotency key', async () => {
    await newModel('once');
    const headers = { 'Idempotency-Key': 'train-once' };
    const first = await sendVersion(shared.client, 'once', { examples: EXAMPLES }, headers);
    const second = await sendVersion(shared.client, 'once', { examples: EXAMPLES }, headers);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body.version).toBe(first.body.version);
    expect((await shared.client.get(`${MODELS}/once`)).body.versions).toHaveLength(1);
    const other = await sendVersion(shared.client, 'once', { examples: EXAMPLES.slice(1) }, headers);
    expectError(other, 409, 'idempotency_mismatch');
  });
});

describe('examples that cannot be learnt from', () => {
  it('are refused, all problems at once', async () => {
    await newModel('refusing');
    const examples = [
      { text: '', label: 'a' },
      { label: 'a' },
      { text: 'x', label: 1 },
      { text: 'x', label: 'a', x: 1 },
      'x',
    ];
    expectProblems(await send('refusing', { examples, version: 'default', colour: 'red' }), {
      version: 'parameter_invalid',
      colour: 'parameter_unknown',
      'examples[0].text': 'parameter_too_short',
      'examples[1].text': 'parameter_missing',
      'examples[2].label': 'parameter_type',
      'examples[3].x': 'parameter_unknown',
      'examples[4]': 'parameter_type',
    });
    expectProblems(await send('refusing', {}), { examples: 'parameter_missing' });
    const documents = { filter: { must: [{ near: {} }] }, label_field: 'colour' };
    expectProblems(await send('refusing', { documents }), {
      'documents.filter.must[0].near': 'filter_invalid',
      'documents.label_field': 'parameter_invalid',
    });
  });

  it.each([
    ['no examples', []],
    ['one label', EXAMPLES.slice(0, 10)],
    ['a label with one example', [...EXAMPLES, { text: 'x', label: 'lonely' }]],
    ['too many labels', Array.from({ length: 2002 }, (_, i) => ({ text: `text ${i}`, label: `label ${i >> 1}` }))],
  ])('are refused: %s', async (_, examples) => {
    const answer = await send('refusing', { examples });
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.error.param).toBe('examples');
    expect(['too_few_items', 'too_many_items']).toContain(answer.body.error.code);
  });

  it('are refused in tables as well', async () => {
    const json = await sendText('refusing', 'application/x-ndjson', '{"text":"x","label":"a"}\n{"text":\n');
    expectProblems(json, { 'examples[1]': 'json_malformed' });
    expectProblems(await sendText('refusing', 'application/x-ndjson', '{}\n', '?label_field=topic'), {
      label_field: 'parameter_invalid',
    });
    expectProblems(await sendText('refusing', 'text/csv', 'text;label\nx;a\n'), {
      ...{ text: 'parameter_missing', label: 'parameter_missing', 'text;label': 'parameter_unknown' },
    });
    expectProblems(await sendText('refusing', 'text/csv', 'text,label\nx,a\ny\n"open'), {
      ...{ 'examples[1]': 'parameter_invalid', 'examples[2]': 'parameter_invalid' },
    });
    expectProblems(await sendText('refusing', 'text/csv', ''), { examples: 'too_few_items' });
    expectError(await sendText('refusing', 'text/plain', 'x'), 415, 'unsupported_media_type');
    expectError(await sendText('refusing', 'application/json', '{"examples":['), 400, 'json_malformed');
    for (const body of ['null', '[]', '"x"', '1']) {
      expectError(await sendText('refusing', 'application/json', body), 400, 'parameter_type');
      const preview = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
      expectError(await shared.client.send(`${MODELS}/refusing/preview`, preview), 400, 'parameter_type');
    }
  });

  it('leave no version behind', async () => {
    expect((await shared.client.get(`${MODELS}/refusing`)).body.versions).toEqual([]);
  });

  it('are looked at before the model is', async () => {
    expectProblems(await send('missing', {}), { examples: 'parameter_missing' });
    expectError(await send('missing', { examples: EXAMPLES }), 404, 'model_not_found');
  });
});

describe('a version', () => {
  it('keeps its name, and is the default unless it shall not be', async () => {
    await newModel('named');
    await send('named', { version: 'first', default: false, examples: EXAMPLES });
    expectError(await send('named', { version: 'first', examples: EXAMPLES }), 409, 'model_exists');
    await send('named', { default: false, examples: EXAMPLES });
    expect((await endedVersion(shared.client, 'named', 'first')).body.status).toBe('ready');
    expect((await endedVersion(shared.client, 'named', 'v2')).body.status).toBe('ready');
    expect((await shared.client.get(`${MODELS}/named`)).body.default_version).toBe('first');
    const switched = await shared.client.post(`${MODELS}/named`, { default_version: 'v2' });
    expect(switched.body.default_version).toBe('v2');
    expectError(await shared.client.delete(`${MODELS}/named/versions/v2`), 409, 'model_in_use');
    const deleted = await shared.client.delete(`${MODELS}/named/versions/first`);
    expectSuccess(deleted, 'model_version');
    expect(deleted.body).toMatchObject({ id: 'named', version: 'first', deleted: true });
    expectError(await shared.client.get(`${MODELS}/named/versions/first`), 404, 'model_version_not_found');
  });

  it('can be canceled while it waits and while it trains', async () => {
    await newModel('canceled');
    await send('canceled', { version: 'runs', examples: manyExamples() });
    await send('canceled', { version: 'waits', examples: EXAMPLES });
    for (const version of ['waits', 'runs']) {
      const canceled = await shared.client.send(`${MODELS}/canceled/versions/${version}/cancel`, { method: 'POST' });
      expectSuccess(canceled, 'model_version');
      expect(canceled.body).toMatchObject({ version, status: 'canceled', ready_at: null });
    }
    const again = await shared.client.send(`${MODELS}/canceled/versions/runs/cancel`, { method: 'POST' });
    expect(again.body.status).toBe('canceled');
    const input = { type: 'text', value: 'x' };
    const asked = await shared.client.post(`${VERSION}/classify`, { model_id: 'canceled', version: 'runs', input });
    expect([asked.status, asked.body.error.code]).toEqual([503, 'model_not_ready']);
    expect((await shared.client.get(`${MODELS}/canceled`)).body).toMatchObject({ default_version: null });
  });

  it('is asked to wait for while the first version is trained', async () => {
    await newModel('coming');
    await send('coming', { examples: manyExamples() });
    const request = { model_id: 'coming', input: { type: 'text', value: 'x' } };
    for (const version of ['default', 'v1']) {
      const asked = await shared.client.post(`${VERSION}/classify`, { ...request, version });
      expectError(asked, 503, 'model_not_ready');
      expect(asked.headers.get('retry-after')).toBe('5');
    }
    await shared.client.send(`${MODELS}/coming/versions/v1/cancel`, { method: 'POST' });
    expectError(await shared.client.post(`${VERSION}/classify`, request), 404, 'model_version_not_found');
  });

  it('ends its training when its model is deleted', async () => {
    await newModel('deleted');
    await send('deleted', { examples: manyExamples() });
    expectSuccess(await shared.client.delete(`${MODELS}/deleted`), 'model');
    expectError(await shared.client.get(`${MODELS}/deleted/versions/v1`), 404, 'model_not_found');
    await newModel('deleted');
    await send('deleted', { examples: EXAMPLES });
    expect((await endedVersion(shared.client, 'deleted', 'v1')).body).toMatchObject({
      status: 'ready',
      example_count: 72,
    });
  });
});

const hasProcessTable = spawnSync('ps', ['-o', 'pid=', '--ppid', '1']).status === 0;

/** The processes that the service has started to train. */
function trainingProcesses(): number[] {
  const { pid } = shared.service.process;
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line.includes('training'));
  return lines.map((line) => Number.parseInt(line, 10));
}

describe.skipIf(!hasProcessTable)('a training that dies', () => {
  it('is a failed version, and nothing else fails', async () => {
    await newModel('unlucky');
    await send('unlucky', { examples: manyExamples() });
    while (trainingProcesses().length === 0) await sleep(50);
    for (const pid of trainingProcesses()) process.kill(pid, 'SIGKILL');
    const { body } = await endedVersion(shared.client, 'unlucky', 'v1');
    expect(body).toMatchObject({ status: 'failed', error: { code: 'training_out_of_memory' }, ready_at: null });
    await send('unlucky', { examples: EXAMPLES });
    expect((await endedVersion(shared.client, 'unlucky', 'v2')).body.status).toBe('ready');
  });
});

describe('a service that stops during a training', () => {
  it('takes it up again, after a stop as after a kill', async () => {
    let service = await startService();
    const { folder } = service;
    const path = `${MODELS}/kept/versions/v1`;
    try {
      await service.client.post(MODELS, { kind: 'text_classifier', id: 'kept' });
      await sendVersion(service.client, 'kept', { examples: manyExamples() });
      for (const end of ['stop', 'kill'] as const) {
        while ((await service.client.get(path)).body.progress === 0) await sleep(20);
        await service[end]();
        service = await startService({ folder });
      }
      const { body } = await endedVersion(service.client, 'kept', 'v1');
      expect(body).toMatchObject({ status: 'ready', example_count: 5 * 72 });
    } finally {
      await service.dispose();
    }
  });
});
