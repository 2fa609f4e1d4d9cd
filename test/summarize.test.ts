import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, VERSION } from './harness/client.js';
import { LANGUAGES, type RefusedCase } from './harness/document-cases.js';
import { expectError, expectProblems, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const summarize = (request: Json = {}) => shared.client.summarize({ document_id: 'moon', ...request });

const SENTENCES = [
  'The Moon is the only natural satellite of the Earth.',
  'It orbits our planet once in about twenty-seven days.',
  'The same side of the Moon always faces the Earth.',
  'Its gravity raises the tides of the oceans.',
  'Tides slow the rotation of the Earth little by little.',
  'The surface of the Moon is covered with craters and dust.',
  'Dark plains of old lava are called seas, although they are dry.',
  'There is no air on the Moon, and therefore no weather.',
  'Temperatures vary strongly between day and night on the Moon.',
  'Twelve people have walked on the Moon so far.',
  'They brought back nearly four hundred kilograms of rock.',
  'Water ice has been found in craters near the poles of the Moon.',
  'Several countries plan to send people to the Moon again.',
];
const CONTENT = SENTENCES.join(' ');

beforeAll(async () => {
  await shared.client.importDocuments([
    { id: 'moon', title: 'The Moon', content: CONTENT, tenant_id: 'a', source_uri: 'https://example.org/moon' },
    { id: 'bare', title: 'A title and nothing else', tenant_id: 'a' },
    { id: 'one', title: 'One', content: 'There is but one sentence here.', tenant_id: 'a' },
    { id: 'fragment', title: 'Fragment', content: 'no sentence at all', tenant_id: 'a' },
    {
      id: 'mond',
      title: 'Mond',
      content: 'Der Mond kreist um die Erde. Er hat keine Luft.',
      tenant_id: 'a',
      language: 'de',
    },
    {
      id: 'tides',
      title: '潮汐',
      content: '潮汐是由月球的引力引起的。海水每天涨落两次。',
      tenant_id: 'a',
      language: 'zh',
    },
    { id: 'table', title: 'Table', content: 'name | town\nAnna | Bonn\nBert | Ulm', tenant_id: 'a' },
    { id: 'endless', title: 'Endless', content: 'boats and harbours '.repeat(5000), tenant_id: 'a' },
    { id: 'foreign', title: 'Foreign', content: CONTENT, tenant_id: 'b' },
  ]);
});

/** The sentences of the content that a text has, in its order; nothing else may be in it. */
function sentencesIn(text: string): string[] {
  const found = SENTENCES.filter((sentence) => text.includes(sentence));
  expect(text).toBe(found.join(' '));
  return found;
}

describe('summarize without a language model', () => {
  it('quotes whole sentences of the document, in its order', async () => {
    const answer = await summarize();
    expectSuccess(answer, 'summarize_result');
    expect(Object.keys(answer.body).sort()).toEqual(
      [
        ...['object', 'url', 'data', 'document_id', 'length_summary', 'language_summary', 'token_usage', 'livemode'],
      ].sort(),
    );
    expect(answer.body.url).toBe(`${VERSION}/summarize`);
    const [item] = answer.body.data;
    expect(item).toEqual({
      ...{ id: 'moon', title: 'The Moon', source_uri: 'https://example.org/moon', stop_reason: 'end_turn' },
      summary: expect.any(String),
    });
    expect(sentencesIn(item.summary)).toHaveLength(3);
    expect(answer.body.token_usage.semantic_tokens).toBeGreaterThan(0);
  });

  it.each([
    ['short', 3],
    ['medium', 5],
    ['long', 10],
  ])('is %s with %i sentences', async (length_summary, count) => {
    const { body } = await summarize({ length_summary });
    expect(sentencesIn(body.data[0].summary)).toHaveLength(count);
    expect(body.length_summary).toBe(length_summary);
  });

  it('says all there is where there is little', async () => {
    const summaryOf = async (document_id: string) => (await summarize({ document_id })).body.data[0].summary;
    expect(await summaryOf('one')).toBe('There is but one sentence here.');
    expect(await summaryOf('fragment')).toBe('no sentence at all');
    expect(await summaryOf('bare')).toBe('A title and nothing else');
  });

  it('joins sentences as their script does, and keeps lines apart', async () => {
    const chinese = await summarize({ document_id: 'tides', language_summary: 'zh' });
    expect(chinese.body.data[0].summary).toBe('潮汐是由月球的引力引起的。海水每天涨落两次。');
    const table = await summarize({ document_id: 'table' });
    expect(table.body.data[0].summary).toBe('name: town\nAnna: Bonn\nBert: Ulm');
  });

  it('quotes prose, not rows of tables', async () => {
    const content = `${SENTENCES.slice(0, 4).join(' ')}\n\nbody | radius | gravity\nMoon | 1737 km | 1.62\nEarth | 6371 km | 9.81`;
    await shared.client.importDocuments([{ id: 'mixed', title: 'Bodies', content, tenant_id: 'a' }]);
    const { body } = await summarize({ document_id: 'mixed', length_summary: 'long' });
    expect(sentencesIn(body.data[0].summary)).toHaveLength(4);
    await shared.client.deleteDocument('mixed');
  });

  it('says items of lists without marks, and nothing that the page repeats', async () => {
    const footer = 'This page is part of the handbook of the harbour.';
    const content = `${footer}\n\n## Rules\n\n- All dogs stay outside.\n- Boats pay in cash.\n\n1. Call the harbour office.\n2. Wait for the pilot.\n\n${footer}`;
    await shared.client.importDocuments([
      { id: 'handbook', title: 'Rules', content, content_type: 'markdown', tenant_id: 'a' },
    ]);
    const { body } = await summarize({ document_id: 'handbook', length_summary: 'long' });
    expect(body.data[0].summary).toBe(
      'All dogs stay outside. Boats pay in cash. Call the harbour office. Wait for the pilot.',
    );
    await shared.client.deleteDocument('handbook');
  });

  it('says no heading and no names of columns where a document is a table', async () => {
    const content = '# Staff\n\n| Name | Town |\n|---|---|\n| Anna | Bonn |\n| Bert | Ulm |';
    await shared.client.importDocuments([
      { id: 'staff', title: 'Staff', content, content_type: 'markdown', tenant_id: 'a' },
    ]);
    const { body } = await summarize({ document_id: 'staff' });
    expect(body.data[0].summary).toBe('Name: Anna; Town: Bonn\nName: Bert; Town: Ulm');
    await shared.client.deleteDocument('staff');
  });

  it('names whom it calls "she", and who said what it quotes', async () => {
    const content =
      'The harbour of Arkholm is old. Mara Lindqvist designed the lighthouse of Arkholm. She drew its tower in one night. ' +
      'Her drawings of the lighthouse are lost. "We built the tower of the lighthouse in six years. It was hard work," she wrote. ' +
      `"${'The lamp of the lighthouse was lit again and again. '.repeat(7)}" The keeper wrote that into his book for the harbour office. ` +
      'The harbour has a lamp too. "The lighthouse is the pride of the harbour." The lamp of the lighthouse burns all night.';
    await shared.client.importDocuments([{ id: 'tower', title: 'A tower', content, tenant_id: 'a' }]);
    for (const length_summary of ['short', 'medium', 'long']) {
      const { summary } = (await summarize({ document_id: 'tower', length_summary })).body.data[0];
      if (/\b(?:She|she|Her)\b/.test(summary)) expect(summary).toContain('Mara Lindqvist designed');
      expect(summary.split('"').length % 2).toBe(1);
      expect(summary).not.toContain('was lit again');
      expect(summary).not.toContain('the pride of');
    }
    await shared.client.deleteDocument('tower');
  });

  it('has sentences of Thai, not phrases', async () => {
    const sentences = [
      'ดวงจันทร์เป็นบริวารเพียงดวงเดียวของโลก และโคจรรอบโลกใช้เวลาประมาณ 27 วัน',
      'แรงดึงดูดของดวงจันทร์ทำให้เกิดน้ำขึ้นน้ำลงในมหาสมุทร',
      'นอกจากนี้ พื้นผิวของดวงจันทร์ยังเต็มไปด้วยหลุมอุกกาบาตและฝุ่น',
      'ปัจจุบันหลายประเทศมีแผนที่จะส่งมนุษย์กลับไปยังดวงจันทร์อีกครั้ง',
    ];
    const content = sentences.join(' ');
    await shared.client.importDocuments([{ id: 'moon-th', title: 'ดวงจันทร์', content, tenant_id: 'a', language: 'th' }]);
    const { body } = await summarize({ document_id: 'moon-th', language_summary: 'th' });
    expect(body.data[0].summary.length).toBeGreaterThan(100);
    await shared.client.deleteDocument('moon-th');
  });

  it('is short also where a text of 95 KB has no end of a sentence', async () => {
    const { body } = await summarize({ document_id: 'endless' });
    expect(body.data[0].summary.length).toBeLessThan(5000);
    expect(body.data[0].summary).toMatch(/^(boats and harbours ?)+$/);
  });

  it('sums up a document of 100 KB', async () => {
    const sentence = (i: number) => `Sentence ${i} tells of the ${i % 7}th of the many harbours of the northern sea.`;
    const content = Array.from({ length: 1500 }, (_, i) => sentence(i))
      .join(' ')
      .slice(0, 102_400);
    await shared.client.importDocuments([{ id: 'book', title: 'A book', content, tenant_id: 'a' }]);
    const { body } = await summarize({ document_id: 'book', length_summary: 'long' });
    expect(body.data[0].summary.split('. ')).toHaveLength(10);
    for (const said of body.data[0].summary.match(/Sentence [^.]*\./g) ?? []) expect(content).toContain(said);
    await shared.client.deleteDocument('book');
  });

  it('needs a language model for another language', async () => {
    expect((await summarize({ document_id: 'mond', language_summary: 'de' })).body.data[0].summary).toContain('Mond');
    const refused = await summarize({ document_id: 'mond' });
    expect(refused.status).toBe(503);
    expect(refused.body.error).toMatchObject({
      ...{ type: 'model_error', code: 'language_model_not_configured', param: 'language_summary' },
      message: expect.stringContaining('SEXTANT_LLM_URL'),
    });
    const others = LANGUAGES.filter((language) => language !== 'en');
    for (const language_summary of others) expect((await summarize({ language_summary })).status).toBe(503);
  });

  it('knows no documents that are not there, or of others', async () => {
    expectError(await summarize({ document_id: 'missing' }), 404, 'document_not_found');
    expectError(await summarize({ document_id: 'not an id' }), 404, 'document_not_found');
    const bound = await shared.clientWith({ tenants: 'a' });
    expect((await bound.summarize({ document_id: 'moon' })).status).toBe(200);
    expectError(await bound.summarize({ document_id: 'foreign' }), 404, 'document_not_found');
    const tester = await shared.clientWith({ mode: 'test' });
    expectError(await tester.summarize({ document_id: 'moon' }), 404, 'document_not_found');
  });
});

describe('parameters of summarize', () => {
  it('have defaults, which are repeated', async () => {
    expect((await summarize()).body).toMatchObject({
      ...{ document_id: 'moon', length_summary: 'short', language_summary: 'en' },
    });
  });

  const refused: RefusedCase[] = [
    { what: 'another length', sent: { length_summary: 'tiny' }, problems: { length_summary: 'parameter_invalid' } },
    { what: 'a null length', sent: { length_summary: null }, problems: { length_summary: 'parameter_type' } },
    { what: 'another language', sent: { language_summary: 'xx' }, problems: { language_summary: 'parameter_invalid' } },
    { what: 'an empty id', sent: { document_id: '' }, problems: { document_id: 'parameter_too_short' } },
    { what: 'a long id', sent: { document_id: 'x'.repeat(129) }, problems: { document_id: 'parameter_too_long' } },
    { what: 'a list of ids', sent: { document_id: ['moon'] }, problems: { document_id: 'parameter_type' } },
    { what: 'a language', sent: { language: 'en' }, problems: { language: 'parameter_unknown' } },
    {
      what: 'two mistakes, told at once',
      sent: { length_summary: 1, language_summary: 'EN' },
      problems: { language_summary: 'parameter_invalid', length_summary: 'parameter_type' },
    },
  ];
  it.each(refused)('exclude $what', async ({ sent, problems }) => {
    expectProblems(await summarize(sent), problems);
  });

  it('must include a document', async () => {
    expectProblems(await shared.client.summarize({}), { document_id: 'parameter_missing' });
  });
});
