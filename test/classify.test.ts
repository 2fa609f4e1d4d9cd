import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, VERSION } from './harness/client.js';
import { expectError, expectProblems, expectSuccess } from './harness/expectations.js';
import { labelledTexts } from './harness/labelled-texts.js';
import { useService } from './harness/service-under-test.js';
import { MODELS, trainModel } from './harness/trained-models.js';

const shared = useService();
const classify = (request: Json) => shared.client.post(`${VERSION}/classify`, request);
const text = (value: string) => ({ type: 'text', value });

beforeAll(async () => {
  const trained = await trainModel(
    shared.client,
    { kind: 'text_classifier', id: 'topics' },
    { examples: labelledTexts() },
  );
  expect(trained.body, trained.text).toMatchObject({ status: 'ready', progress: 1 });
  await shared.client.post(MODELS, { kind: 'text_classifier', id: 'untrained' });
  await shared.client.post(MODELS, { kind: 'predictor', id: 'of-another-kind' });
});

describe('classifying a text', () => {
  it('answers with labels by confidence, and repeats what was asked', async () => {
    const answer = await classify({ model_id: 'topics', input: text('My parcel is still not here.') });
    expectSuccess(answer, 'classify_result');
    const [item] = answer.body.data as unknown as { label: string; confidence_score: number; alternatives: object[] }[];
    expect(item.label).toBe('delivery');
    expect(Object.keys(item)).toEqual(['label', 'confidence_score', 'alternatives']);
    expect(item.alternatives.map((other) => Object.keys(other))).toEqual([
      ['label', 'confidence_score'],
      ['label', 'confidence_score'],
    ]);
    expect(answer.body).toMatchObject({
      url: `${VERSION}/classify`,
      input: text('My parcel is still not here.'),
      ...{ model_id: 'topics', version: 'default', max_labels: 3 },
    });
    expect(answer.body.token_usage.semantic_tokens).toBeGreaterThan(4);
    const scores = [item, ...item.alternatives].map((label) => (label as typeof item).confidence_score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 2);
  });

  it('works across languages', async () => {
    for (const [value, label] of [
      ['Ich habe mein Passwort vergessen.', 'account'],
      ['Где моя посылка?', 'delivery'],
      ['¿Cómo puedo pagar la factura con tarjeta?', 'payment'],
    ]) {
      const { body } = await classify({ model_id: 'topics', input: text(value) });
      expect(body.data[0], value).toMatchObject({ label });
    }
  });

  it('counts the label and its alternatives together', async () => {
    for (const max_labels of [1, 2, 10]) {
      const { body } = await classify({ model_id: 'topics', input: text('login'), max_labels });
      expect(body.max_labels).toBe(max_labels);
      expect((body.data[0] as unknown as { alternatives: object[] }).alternatives).toHaveLength(
        Math.min(3, max_labels) - 1,
      );
    }
  });

  it('takes a text of 5,000 characters', async () => {
    const long = `${'My parcel has not arrived yet. '.repeat(170)}`.slice(0, 5000);
    const answer = await classify({ model_id: 'topics', input: text(long) });
    expectSuccess(answer, 'classify_result');
    expect(answer.body.data[0]).toMatchObject({ label: 'delivery' });
    expect(answer.body.token_usage.semantic_tokens).toBeGreaterThan(1000);
  });

  it('says which words decided, where that is asked for', async () => {
    const { body } = await classify({ model_id: 'topics', input: text('I forgot my password'), explain: true });
    const { explanation } = body.data[0] as unknown as { explanation: { words: { word: string; weight: number }[] } };
    const password = explanation.words.find(({ word }) => word === 'password');
    expect(password?.weight).toBeGreaterThan(0);
    expect(body.explain).toBeUndefined();
  });

  it('says so of words that no example had, by what they mean', async () => {
    const input = text('パスワードを忘れました');
    const { body } = await classify({ model_id: 'topics', input, explain: true });
    const { explanation } = body.data[0] as unknown as { explanation: { words: { word: string; weight: number }[] } };
    expect(explanation.words.map(({ word }) => word)).toContain('パスワード');
  });
});

describe('a model that has seen little', () => {
  const FEW = [
    'The ferry is late.',
    'The train is late.',
    'My bus never came.',
    'The tram was full.',
    'No taxi in sight.',
  ];
  const examples = [
    ...FEW.map((value) => ({ text: value, label: 'travel' })),
    ...['Bake the bread.', 'Boil the soup.', 'Fry the onions.', 'Whisk the eggs.', 'Roast the potatoes.'].map(
      (value) => ({
        text: value,
        label: 'cooking',
      }),
    ),
    ...['He scored twice.', 'They won the cup.', 'The match was drawn.', 'She ran a marathon.', 'Our team lost.'].map(
      (value) => ({ text: value, label: 'sport' }),
    ),
  ];

  it.each([
    ['few', examples],
    ['copies', Array(20).fill(examples).flat()],
  ])('is not certain of anything: %s', async (id, sent) => {
    const trained = await trainModel(shared.client, { kind: 'text_classifier', id }, { examples: sent });
    expect(trained.body, trained.text).toMatchObject({ status: 'ready' });
    for (const value of [...FEW, 'The bus is late again.', 'Boil the eggs.', 'Our team won the match.']) {
      const { body } = await classify({ model_id: id, input: text(value), max_labels: 3 });
      const [item] = body.data as unknown as {
        confidence_score: number;
        alternatives: { confidence_score: number }[];
      }[];
      expect(item.confidence_score, value).toBeLessThan(0.95);
      const all = [item, ...item.alternatives].map(({ confidence_score }) => confidence_score);
      expect(all.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 2);
    }
  });
});

describe('classifying a document', () => {
  it('labels it by title and content', async () => {
    await shared.client.addDocument({
      ...{ id: 'complaint', title: 'A complaint', tenant_id: 't' },
      content: 'The invoice that you sent me is wrong. I was charged twice and want a refund of the payment.',
    });
    const answer = await classify({ model_id: 'topics', input: { type: 'document_id', value: 'complaint' } });
    expectSuccess(answer, 'classify_result');
    expect(answer.body.data[0]).toMatchObject({ label: 'payment' });
    expect(answer.body.input).toEqual({ type: 'document_id', value: 'complaint' });
    expect(answer.body.token_usage.semantic_tokens).toBeGreaterThan(10);
  });

  it('refuses one that does not exist', async () => {
    const answer = await classify({ model_id: 'topics', input: { type: 'document_id', value: 'missing' } });
    expectError(answer, 404, 'document_not_found');
    expect(answer.body.error.param).toBe('input.value');
  });
});

describe('a request that cannot be answered', () => {
  it('is told of everything that is wrong', async () => {
    expectProblems(await classify({}), { input: 'parameter_missing', model_id: 'parameter_missing' });
    const input = { type: 'picture', value: '', language: 'en' };
    expectProblems(await classify({ model_id: '', input, max_labels: 11, version: 'much-too-long', explain: 1 }), {
      'input.type': 'parameter_invalid',
      'input.value': 'parameter_too_short',
      'input.language': 'parameter_unknown',
      model_id: 'parameter_too_short',
      max_labels: 'parameter_too_large',
      version: 'parameter_too_long',
      explain: 'parameter_type',
    });
    expectProblems(await classify({ model_id: 'topics', input: text('x'.repeat(5001)) }), {
      'input.value': 'parameter_too_long',
    });
    const longId = { type: 'document_id', value: 'x'.repeat(129) };
    expectProblems(await classify({ model_id: 'topics', input: longId }), { 'input.value': 'parameter_too_long' });
  });

  it('names a model or version that there is not', async () => {
    expectError(await classify({ model_id: 'missing', input: text('x') }), 404, 'model_not_found');
    expectError(await classify({ model_id: 'of-another-kind', input: text('x') }), 404, 'model_not_found');
    expectError(await classify({ model_id: 'untrained', input: text('x') }), 404, 'model_version_not_found');
    const unknown = { model_id: 'topics', input: text('x'), version: 'v9' };
    expectError(await classify(unknown), 404, 'model_version_not_found');
    expectSuccess(await classify({ ...unknown, version: 'v1' }), 'classify_result');
  });
});

describe('a key that is bound to tenants', () => {
  it('asks the models of its tenants about the documents of its tenants', async () => {
    const bound = await shared.clientWith({ tenants: 'acme' });
    const ask = (model_id: string, input: Json) => bound.post(`${VERSION}/classify`, { model_id, input });
    expectError(await ask('topics', text('x')), 404, 'model_not_found');
    const trained = await trainModel(bound, { kind: 'text_classifier', id: 'of-acme' }, { examples: labelledTexts() });
    expect(trained.body.status).toBe('ready');
    expectSuccess(await ask('of-acme', text('x')), 'classify_result');
    expectError(await ask('of-acme', { type: 'document_id', value: 'complaint' }), 404, 'document_not_found');
  });
});
