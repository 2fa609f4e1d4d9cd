import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, VERSION } from './harness/client.js';
import { expectError, expectProblems, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const analyze = (request: Json) => shared.client.analyzeSentiment(request);
const LEVELS = ['very_high', 'high', 'medium', 'low'];
const STORY = 'The ship left the harbour at nine and sailed along the coast towards the island. ';

beforeAll(async () => {
  const documents = [
    { id: 'praise', title: 'A review', content: 'A wonderful book: warm, funny and beautifully written.' },
    { id: 'blame', title: 'Eine Kritik', content: 'Ein schrecklicher Film, langweilig und dumm.', language: 'de' },
    { id: 'title-alone', title: 'What a terrible, boring waste of time' },
    { id: 'long', title: 'Film', content: `${STORY.repeat(20)}\n\n${'An awful, stupid and boring film. '.repeat(40)}` },
    { id: 'foreign', title: 'Of another tenant', tenant_id: 'other' },
  ];
  await shared.client.importDocuments(documents.map((document) => ({ tenant_id: 'mine', ...document })));
});

describe('analysing the sentiment of texts', () => {
  it('answers exactly the fields of the contract, and echoes the texts', async () => {
    const text = ['I love this place.', 'The worst meal of my life.'];
    const answer = await analyze({ text });
    expectSuccess(answer, 'analyze_sentiment_result');
    expect(Object.keys(answer.body).sort()).toEqual(
      ['object', 'url', 'data', 'text', 'document_id', 'token_usage', 'livemode'].sort(),
    );
    expect(answer.body.url).toBe(`${VERSION}/analyze-sentiment`);
    expect(answer.body.text).toEqual(text);
    expect(answer.body.document_id).toBeNull();
    expect(answer.body.data).toEqual([
      { sentiment: 'positive', confidence_level: expect.any(String), text: text[0], document_id: null },
      { sentiment: 'negative', confidence_level: expect.any(String), text: text[1], document_id: null },
    ]);
    for (const item of answer.body.data) expect(LEVELS).toContain(item.confidence_level);
  });

  it.each([
    ['en', 'An absolutely brilliant film.', 'I hated every minute of it.'],
    ['de', 'Ein wunderbarer Film, sehr zu empfehlen.', 'Schrecklich langweilig, nie wieder.'],
    ['fr', "J'adore ce livre, il est magnifique.", 'Un film horrible, quelle perte de temps.'],
    ['es', 'Me encanta, es una película maravillosa.', 'Fue horrible, una pérdida de tiempo.'],
    ['it', 'Un libro bellissimo, lo adoro.', 'Orribile, non lo consiglio a nessuno.'],
    ['pt', 'Um filme maravilhoso, adorei.', 'Horrível, perdi o meu tempo.'],
    ['ru', 'Прекрасный фильм, мне очень понравилось.', 'Ужасный фильм, скучно и глупо.'],
    ['nl', 'Wat een prachtige film!', 'Wat een slechte film, ik haatte het.'],
    ['zh', '我非常喜欢这部电影，强烈推荐。', '质量太差了，非常失望。'],
    ['ja', 'この映画は素晴らしかった。', '対応が最悪で、二度と利用しません。'],
    ['ko', '이 책은 정말 훌륭합니다. 강력 추천합니다.', '서비스가 최악이었고 다시는 가지 않을 거예요.'],
    ['th', 'อาหารอร่อยมาก พนักงานบริการดีเยี่ยม', 'บริการแย่มาก จะไม่มาอีกแล้ว'],
  ])('tells praise from blame in %s', async (_, praise, blame) => {
    const { body } = await analyze({ text: [praise, blame] });
    expect(body.data.map(({ sentiment }) => sentiment)).toEqual(['positive', 'negative']);
  });

  it('finds plain facts neutral', async () => {
    const { body } = await analyze({
      text: ['The committee meets on Tuesday at ten.', 'Water consists of hydrogen and oxygen.'],
    });
    expect(body.data.map(({ sentiment }) => sentiment)).toEqual(['neutral', 'neutral']);
  });

  it.each([
    [
      'en',
      'The view from the balcony is stunning and the beds are heavenly. The shower was filthy and the receptionist rude.',
    ],
    ['fr', "J'ai adoré les décors et la musique. Par contre, l'histoire est ridicule et les dialogues sont affreux."],
    ['es', 'El paisaje es maravilloso y la gente encantadora. La comida fue horrible y el precio un robo.'],
    ['zh', '风景非常美，导游也很热情。但是酒店又脏又旧，饭菜难吃极了。'],
  ])('is not sure of a text that is half praise, half complaint in %s', async (_, text) => {
    const [{ sentiment, confidence_level }] = (await analyze({ text: [text] })).body.data;
    expect(sentiment === 'neutral' || confidence_level === 'low').toBe(true);
  });

  it('is sure of a text with a side remark', async () => {
    const { body } = await analyze({
      text: [
        'A magnificent concert, we loved every minute and would go again tomorrow. The seats were a little hard.',
        'Awful service, cold food and a dirty table, we will never come back. The location is fine.',
      ],
    });
    expect(body.data.map(({ sentiment }) => sentiment)).toEqual(['positive', 'negative']);
    for (const { confidence_level } of body.data) expect(confidence_level).not.toBe('low');
  });

  it('is not sure of a complaint that something else was worse', async () => {
    const text = [
      'I was expecting worse.',
      'It could have been a lot worse.',
      "Je m'attendais à pire.",
      'Es hätte schlimmer kommen können.',
      'Podría haber sido peor.',
      'Eu esperava pior.',
      'Могло быть и хуже.',
      'Daha kötü olabilirdi.',
      '我以为会更糟。',
    ];
    const { body } = await analyze({ text });
    const sure = body.data.filter(
      ({ sentiment, confidence_level }) => sentiment === 'negative' && confidence_level !== 'low',
    );
    expect(sure).toEqual([]);
    const { body: blame } = await analyze({
      text: ['Worse than expected.', 'Schlimmer als erwartet.', 'Pire que prévu.'],
    });
    expect(blame.data.map(({ sentiment }) => sentiment)).toEqual(['negative', 'negative', 'negative']);
    for (const { confidence_level } of blame.data) expect(confidence_level).not.toBe('low');
  });

  it('reads emoji', async () => {
    const { body } = await analyze({ text: ['My new phone 😍😍❤️', 'My new phone 😡😡'] });
    expect(body.data.map(({ sentiment }) => sentiment)).toEqual(['positive', 'negative']);
  });

  it('counts tokens by the size of the texts', async () => {
    const tokens = async (text: string[]) => (await analyze({ text })).body.token_usage.semantic_tokens;
    const [one, twice] = [await tokens(['A good day.']), await tokens(['A good day.', 'A good day.'])];
    expect(one).toBeGreaterThan(0);
    expect(twice).toBe(2 * one);
  });

  it('copes with texts that say nothing', async () => {
    const answer = await analyze({ text: [' ', '\u0000', '🫥', '?'.repeat(1000), '𝒳'.repeat(1000)] });
    expectSuccess(answer, 'analyze_sentiment_result');
    expect(answer.body.data).toHaveLength(5);
  });
});

describe('analysing the sentiment of documents', () => {
  it('answers in the order of the request, whatever the languages, and also twice', async () => {
    const document_id = ['blame', 'praise', 'title-alone', 'blame'];
    const answer = await analyze({ document_id });
    expectSuccess(answer, 'analyze_sentiment_result');
    expect(answer.body.text).toBeNull();
    expect(answer.body.document_id).toEqual(document_id);
    expect(answer.body.data.map((item) => [item.document_id, item.sentiment, item.text])).toEqual([
      ['blame', 'negative', null],
      ['praise', 'positive', null],
      ['title-alone', 'negative', null],
      ['blame', 'negative', null],
    ]);
    expect(answer.body.token_usage.semantic_tokens).toBeGreaterThan(0);
  });

  it('lets the passages with an opinion decide on a long one', async () => {
    const { body } = await analyze({ document_id: ['long'] });
    expect(body.data[0].sentiment).toBe('negative');
  });

  it('names all documents that do not exist', async () => {
    const answer = await analyze({ document_id: ['praise', 'gone-1', 'no such id!', 'gone-2'] });
    expectError(answer, 404, 'document_not_found');
    expect(answer.body.error.param).toBe('document_id');
    for (const id of ['gone-1', 'no such id!', 'gone-2']) expect(answer.body.error.message).toContain(id);
    expect(answer.body.error.message).not.toContain('praise');
  });

  it('does not know documents of tenants that the key is not bound to', async () => {
    const bound = await shared.clientWith({ tenants: 'mine' });
    expectSuccess(await bound.analyzeSentiment({ document_id: ['praise'] }), 'analyze_sentiment_result');
    expectError(await bound.analyzeSentiment({ document_id: ['praise', 'foreign'] }), 404, 'document_not_found');
  });
});

describe('refusing a request', () => {
  it('has either documents or texts', async () => {
    expectError(await analyze({}), 400, 'parameter_missing');
    expectError(await analyze({ text: ['a'], document_id: ['praise'] }), 400, 'parameter_invalid');
  });

  it.each([
    [{ text: [] }, 'text', 'too_few_items'],
    [{ text: Array(11).fill('a') }, 'text', 'too_many_items'],
    [{ text: [''] }, 'text[0]', 'parameter_too_short'],
    [{ text: ['a'.repeat(1001)] }, 'text[0]', 'parameter_too_long'],
    [{ text: 'a' }, 'text', 'parameter_type'],
    [{ text: null }, 'text', 'parameter_type'],
    [{ document_id: ['a'.repeat(129)] }, 'document_id[0]', 'parameter_too_long'],
    [{ document_id: Array(11).fill('a') }, 'document_id', 'too_many_items'],
    [{ text: ['a'], language: 'en' }, 'language', 'parameter_unknown'],
  ])('says what is wrong with %j', async (request, param, code) => {
    expectProblems(await analyze(request), { [param]: code });
  });
});
