import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, VERSION } from './harness/client.js';
import { expectError, expectProblems, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';
import { endedVersion, MODELS, trainModel } from './harness/trained-models.js';

const shared = useService();
const predict = (request: Json) => shared.client.post(`${VERSION}/predict`, request);

interface Predicted {
  prediction: {
    label: string;
    confidence_score: number;
    alternatives: { label: string; confidence_score: number }[];
    interval?: { low: number; high: number };
  };
  explanation?: { fields: { field: string; weight: number }[] };
}

async function predicted(request: Json): Promise<Predicted> {
  const answer = await predict(request);
  expectSuccess(answer, 'predict_result');
  return answer.body.data[0] as unknown as Predicted;
}

/** Customers leave when their contract is monthly and they are new. */
const customers = Array.from({ length: 240 }, (_, i) => {
  const months = (i * 7) % 60;
  const contract = ['monthly', 'yearly'][i % 2];
  const input = { months, contract, paperless: i % 3 === 0, since: `20${10 + (i % 10)}-03-01` };
  return { input, label: contract === 'monthly' && months < 30 ? 'leaves' : 'stays' };
});

beforeAll(async () => {
  const trained = await trainModel(shared.client, { kind: 'predictor', id: 'churn' }, { examples: customers });
  expect(trained.body, trained.text).toMatchObject({ status: 'ready' });
  expect(trained.body.input_fields).toEqual([
    { name: 'months', type: 'number', required: false },
    { name: 'contract', type: 'category', required: false, values: expect.arrayContaining(['monthly', 'yearly']) },
    expect.objectContaining({ name: 'paperless', type: 'boolean' }),
    { name: 'since', type: 'date', required: false },
  ]);
});

describe('predicting a label', () => {
  it('answers by the fields, and repeats what was asked', async () => {
    const input = { months: 2, contract: 'monthly', paperless: true, since: '2015-03-01' };
    const answer = await predict({ model_id: 'churn', input });
    expectSuccess(answer, 'predict_result');
    expect(answer.body).toMatchObject({ input, model_id: 'churn', version: 'default' });
    expect(answer.body.token_usage.semantic_tokens).toBe(0);
    const [{ prediction }] = answer.body.data as unknown as Predicted[];
    expect(prediction).toEqual({
      label: 'leaves',
      confidence_score: expect.any(Number),
      alternatives: [{ label: 'stays', confidence_score: expect.any(Number) }],
    });
    expect(prediction.confidence_score + prediction.alternatives[0].confidence_score).toBeCloseTo(1, 2);
    const other = await predicted({ model_id: 'churn', input: { ...input, contract: 'yearly' } });
    expect(other.prediction.label).toBe('stays');
  });

  it('does without fields, and with categories that it has never seen', async () => {
    for (const input of [{}, { months: null }, { contract: 'weekly' }, { months: '3', contract: 'monthly' }]) {
      expect(['leaves', 'stays']).toContain((await predicted({ model_id: 'churn', input })).prediction.label);
    }
  });

  it('takes NA and none for categories, and null for a missing value', async () => {
    const examples = Array.from({ length: 60 }, (_, i) => {
      const country = ['NA', 'DE', null][i % 3];
      return { input: { country, tier: ['none', 'gold'][i % 2] }, label: country === 'NA' ? 'far' : 'near' };
    });
    const trained = await trainModel(shared.client, { kind: 'predictor', id: 'countries' }, { examples });
    expect(trained.body.input_fields).toMatchObject([
      { name: 'country', type: 'category', values: ['DE', 'NA'] },
      { name: 'tier', type: 'category', values: ['gold', 'none'] },
    ]);
    const labels = ['NA', 'DE'].map(async (country) => {
      return (await predicted({ model_id: 'countries', input: { country } })).prediction.label;
    });
    expect(await Promise.all(labels)).toEqual(['far', 'near']);
  });

  it('counts the label and its alternatives together', async () => {
    const { prediction } = await predicted({ model_id: 'churn', input: { months: 1 }, max_labels: 1 });
    expect(prediction.alternatives).toEqual([]);
  });

  it('says which fields decided, where that is asked for', async () => {
    const input = { months: 2, contract: 'monthly' };
    const { explanation } = await predicted({ model_id: 'churn', input, explain: true });
    expect(
      explanation?.fields
        .slice(0, 2)
        .map(({ field }) => field)
        .sort(),
    ).toEqual(['contract', 'months']);
  });
});

describe('free text in rows', () => {
  it('is understood beyond its words, also in another language', async () => {
    const said = {
      delivery: ['My parcel has not arrived', 'The package came a week late', 'Where is my shipment now'],
      payment: ['I was charged twice', 'The invoice shows a wrong amount', 'My card was declined at checkout'],
    };
    const examples = Object.entries(said).flatMap(([label, texts]) =>
      texts.flatMap((text) =>
        Array.from({ length: 8 }, (_, i) => ({
          input: { note: `${text}, case ${label.length * i + i}`, days: i },
          label,
        })),
      ),
    );
    const trained = await trainModel(shared.client, { kind: 'predictor', id: 'notes' }, { examples });
    expect(trained.body.input_fields).toContainEqual({ name: 'note', type: 'text', required: false });
    for (const [note, label] of [
      ['The courier never brought the box', 'delivery'],
      ['Das Paket ist nicht angekommen', 'delivery'],
      ['They took the money from my account two times', 'payment'],
    ]) {
      const answer = await predict({ model_id: 'notes', input: { note, days: 3 } });
      expect(answer.body.data[0], note).toMatchObject({ prediction: { label } });
      expect(answer.body.token_usage.semantic_tokens).toBeGreaterThan(0);
    }
    const without = await predict({ model_id: 'notes', input: { days: 3 } });
    expect(without.body.token_usage.semantic_tokens).toBe(0);
  });
});

describe('predicting a number', () => {
  it('answers with the number as a string, and an interval', async () => {
    const houses = Array.from(
      { length: 300 },
      (_, i) => `${50 + (i % 100)},${['old', 'new'][i % 2]},${1000 * (50 + (i % 100)) + (i % 7)}\n`,
    );
    await shared.client.post(MODELS, { kind: 'predictor', id: 'price' });
    const sent = await shared.client.send(`${MODELS}/price/versions`, {
      ...{ method: 'POST', body: `area,state,label\n${houses.join('')}`, headers: { 'Content-Type': 'text/csv' } },
    });
    expect(sent.status, sent.text).toBe(200);
    const { body } = await endedVersion(shared.client, 'price', 'v1');
    expect(body, JSON.stringify(body)).toMatchObject({
      status: 'ready',
      labels: [],
      metrics: { r2: expect.any(Number), predictions: expect.any(Array) },
      features: { kind: 'fields', fields: [{ field: 'area' }, { field: 'state' }] },
    });
    const { prediction } = await predicted({ model_id: 'price', input: { area: 100, state: 'old' } });
    expect(Number(prediction.label)).toBeGreaterThan(80_000);
    expect(Number(prediction.label)).toBeLessThan(120_000);
    expect(prediction.interval?.low).toBeLessThanOrEqual(Number(prediction.label));
    expect(prediction.interval?.high).toBeGreaterThanOrEqual(Number(prediction.label));
    expect(prediction.alternatives).toEqual([]);
  });
});

describe('a request that cannot be answered', () => {
  it('is told which fields don’t fit the model', async () => {
    expectProblems(await predict({}), { input: 'parameter_missing', model_id: 'parameter_missing' });
    const input = { months: 'many', contrat: 'monthly', since: 'yesterday', paperless: [] };
    expectProblems(await predict({ model_id: 'churn', input: { ...input, paperless: [] } }), {
      'input.paperless': 'parameter_type',
    });
    const answer = await predict({ model_id: 'churn', input: { ...input, paperless: true } });
    expectProblems(answer, {
      ...{ 'input.months': 'parameter_type', 'input.contrat': 'parameter_unknown', 'input.since': 'parameter_type' },
    });
    expect(answer.text).toContain('Did you mean \\"contract\\"?');
  });

  it('knows no field by what objects inherit', async () => {
    for (const name of ['constructor', 'toString', '__proto__']) {
      const body = `{"model_id":"churn","input":{"${name}":"x"}}`;
      const answer = await shared.client.postText(`${VERSION}/predict`, body);
      expectProblems(answer, { [`input.${name}`]: 'parameter_unknown' });
    }
  });

  it('names a model that there is not, or of another kind', async () => {
    await shared.client.post(MODELS, { kind: 'text_classifier', id: 'texts' });
    expectError(await predict({ model_id: 'missing', input: {} }), 404, 'model_not_found');
    expectError(await predict({ model_id: 'texts', input: {} }), 404, 'model_not_found');
    expectError(await predict({ model_id: 'churn', version: 'v7', input: {} }), 404, 'model_version_not_found');
  });
});

describe('rows that cannot be learnt from', () => {
  it('are refused with all that is wrong', async () => {
    await shared.client.post(MODELS, { kind: 'predictor', id: 'refusing' });
    const send = (body: Json) => shared.client.post(`${MODELS}/refusing/versions`, body);
    const examples = [
      { input: { a: { b: 1 } }, label: 'x' },
      { input: [], label: 'x' },
      { input: {}, label: null },
    ];
    expectProblems(await send({ examples: [...examples, { text: 'x', label: 'y' }] }), {
      'examples[0].input.a': 'parameter_type',
      'examples[1].input': 'parameter_type',
      'examples[2].label': 'parameter_type',
      'examples[3].input': 'parameter_missing',
      'examples[3].text': 'parameter_unknown',
    });
    expectProblems(await send({ documents: { label_field: 'metadata.x' } }), { documents: 'parameter_invalid' });
  });
});
