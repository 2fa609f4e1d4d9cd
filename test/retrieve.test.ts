import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, VERSION } from './harness/client.js';
import { EMOJI, refused } from './harness/document-cases.js';
import { expectProblems, expectSuccess } from './harness/expectations.js';
import * as cases from './harness/search-cases.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const retrieve = (request: Json) => shared.client.retrieve({ query: 'Why are there tides?', ...request });

const paragraph = (subject: string) =>
  Array.from({ length: 12 }, (_, i) => `Sentence ${i} of this paragraph says something new about ${subject}.`).join(
    ' ',
  );
const BOOK = ['the tides of the sea', 'Italian pasta', 'the game of chess'].map(paragraph).join('\n\n');

beforeAll(async () => {
  await shared.client.importDocuments([
    { id: 'book', title: 'A book of many things', tenant_id: 'a', content: BOOK },
    { id: 'moon', title: 'Moon', tenant_id: 'b', content: 'The Moon pulls the oceans,\nand so there are tides.' },
    { id: 'bare', title: 'The causes of tides', tenant_id: 'c', metadata: { kind: 'title' } },
    { id: 'mond', title: 'Mond', tenant_id: 'a', content: 'Der Mond verursacht die Gezeiten.', language: 'de' },
  ]);
});

describe('retrieving passages', () => {
  it('answers passages with exactly their fields', async () => {
    const answer = await retrieve({});
    expectSuccess(answer, 'retrieve_result');
    expect(Object.keys(answer.body.data[0]).sort()).toEqual(
      [
        ...['passage', 'document_id', 'title', 'source_uri', 'confidence_level', 'tenant_id', 'language'],
        ...['created_at', 'updated_at'],
      ].sort(),
    );
    expect(Object.keys(answer.body).sort()).toEqual(
      [
        ...['object', 'url', 'query', 'data', 'total_number_of_results', 'document_id', 'tenant_id', 'filter'],
        ...['language', 'multilingual_search', 'retrieval_limit', 'ai_search_cutoff_score', 'token_usage', 'livemode'],
      ].sort(),
    );
    expect(answer.body.url).toBe(`${VERSION}/retrieve`);
    expect(answer.body.token_usage.semantic_tokens).toBeGreaterThan(0);
  });

  it('quotes the contents word for word, each passage once', async () => {
    const { body } = await retrieve({ ai_search_cutoff_score: 0, document_id: ['book'], retrieval_limit: 100 });
    const passages = body.data.map(({ passage }) => passage);
    expect(passages.length).toBeGreaterThan(2);
    expect(body.total_number_of_results).toBe(passages.length);
    expect(new Set(passages).size).toBe(passages.length);
    for (const passage of passages) expect(BOOK).toContain(passage);
    expect(passages.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(BOOK.length);
    expect(passages[0]).toContain('tides');
  });

  it('shows the header of a table with every part of it', async () => {
    const rows = Array.from({ length: 80 }, (_, i) => `Harbour of Skerry ${i} | ${i + 3} metres | ${i + 40} berths`);
    const content = `All harbours of the coast.\n\nHarbour | Depth | Berths\n${rows.join('\n')}`;
    await shared.client.importDocuments([{ id: 'harbours', title: 'Harbours', tenant_id: 'a', content }]);
    const { body } = await retrieve({ query: 'How deep?', ai_search_cutoff_score: 0, document_id: ['harbours'] });
    expect(body.data.length).toBeGreaterThan(2);
    for (const { passage } of body.data)
      expect(passage).toMatch(/(?:^|\n)Harbour \| Depth \| Berths\nHarbour of Skerry/);
    await shared.client.deleteDocument('harbours');
  });

  it('puts passages first that answer the query, if asked to', async () => {
    const filler =
      'The harbour of Sandvik is old. The harbour of Sandvik is deep. Who built the harbour of Sandvik is often asked.';
    const answer = 'Its quays and piers were built by the engineer Mara Lindqvist in 1871.';
    await shared.client.importDocuments([
      { id: 'asked', title: 'The harbour of Sandvik', tenant_id: 'harbour', content: filler },
      { id: 'answered', title: 'The harbour of Sandvik', tenant_id: 'harbour', content: answer },
    ]);
    const request = { query: 'Who built the harbour of Sandvik?', tenant_id: ['harbour'], ai_search_cutoff_score: 0 };
    const order = async (more: Json) =>
      (await retrieve({ ...request, ...more })).body.data.map((hit) => hit.document_id);
    expect(await order({})).toEqual(['asked', 'answered']);
    expect(await order({ rerank: true })).toEqual(['answered', 'asked']);
    expect(await order({ rerank: true, retrieval_limit: 1 })).toEqual(['answered']);
    for (const id of ['asked', 'answered']) await shared.client.deleteDocument(id);
  });

  it('keeps line breaks, and gives the title of a document without content', async () => {
    const { body } = await retrieve({ ai_search_cutoff_score: 0 });
    const byDocument = new Map(body.data.map(({ document_id, passage }) => [document_id, passage]));
    expect(byDocument.get('moon')).toBe('The Moon pulls the oceans,\nand so there are tides.');
    expect(byDocument.get('bare')).toBe('The causes of tides');
  });

  it('returns the best ones, and what is above the cutoff', async () => {
    const all = await retrieve({ ai_search_cutoff_score: 0, retrieval_limit: 100 });
    const two = await retrieve({ ai_search_cutoff_score: 0, retrieval_limit: 2 });
    expect(two.body.data).toEqual(all.body.data.slice(0, 2));
    const strict = await retrieve({ ai_search_cutoff_score: 65, retrieval_limit: 100 });
    expect(strict.body.data.length).toBeLessThan(all.body.data.length);
    const levels = strict.body.data.map(({ confidence_level }) => confidence_level);
    expect(levels.every((level) => level === 'high' || level === 'very_high')).toBe(true);
  });

  it('is narrowed by documents, tenants, filter and language', async () => {
    const found = async (request: Json) => {
      const { body } = await retrieve({ ai_search_cutoff_score: 0, retrieval_limit: 100, ...request });
      return [...new Set(body.data.map(({ document_id }) => document_id))].sort();
    };
    expect(await found({})).toEqual(['bare', 'book', 'moon']);
    expect(await found({ document_id: ['moon', 'missing', '../x'] })).toEqual(['moon']);
    expect(await found({ document_id: ['missing'] })).toEqual([]);
    expect(await found({ tenant_id: ['a', 'c'] })).toEqual(['bare', 'book']);
    expect(await found({ filter: { must: [{ term: { 'metadata.kind': 'title' } }] } })).toEqual(['bare']);
    expect(await found({ language: 'de' })).toEqual(['mond']);
    expect(await found({ multilingual_search: true })).toEqual(['bare', 'book', 'mond', 'moon']);
  });
});

const PARTS = [
  ['the tides of the sea', 'Questions about it go to anna.lee@example.com or by phone to 030 4711-22.'],
  ['Italian pasta', 'The order number of the pot is KX-2200/B.'],
  ['the game of chess', 'The hall has two 27" screens and one of 43".'],
];
const HANDBOOK = PARTS.map(([subject, fact]) => `${paragraph(subject)} ${fact}`).join('\n\n');

describe('retrieving passages by their words', () => {
  beforeAll(async () => {
    await shared.client.importDocuments([
      { id: 'handbook', title: 'Handbook', tenant_id: 'words', content: HANDBOOK },
      { id: 'contact', title: 'Contact', tenant_id: 'words', content: 'Write to john.low@example.com.' },
      {
        id: 'kette',
        title: 'Ersatzteile',
        tenant_id: 'words',
        content: kapitel('Schiffe', 'Kettenglied'),
        language: 'de',
      },
      {
        id: 'qi',
        title: '目录',
        tenant_id: 'words',
        content: '张晓明的电话是零三零。会议在图书馆举行。',
        language: 'zh',
      },
      { id: 'other-qi', title: '食谱', tenant_id: 'words', content: '把面粉和水混合，然后放进烤箱。', language: 'zh' },
    ]);
  });
  const found = async (request: Json) => (await retrieve({ tenant_id: ['words'], ...request })).body.data;

  it.each([
    { query: 'anna.lee@example.com', part: 0 },
    { query: 'anna lee', part: 0 },
    { query: '4711-22', part: 0 },
    { query: 'KX-2200/B', part: 1 },
    { query: 'kx-2200', part: 1 },
    { query: '27" screens', part: 2 },
    { query: '43"', part: 2 },
  ])('quotes the one with $query, whatever the cutoff', async ({ query, part }) => {
    for (const ai_search_cutoff_score of [50, 90]) {
      const [best] = await found({ query, ai_search_cutoff_score });
      expect(best.document_id).toBe('handbook');
      expect(best.passage).toContain(PARTS[part][1]);
      expect(['high', 'very_high']).toContain(best.confidence_level);
    }
  });

  it('does so in German and Chinese, and inflected', async () => {
    const [german] = await found({ query: 'Kettenglieder', language: 'de', ai_search_cutoff_score: 90 });
    expect(german.passage).toContain('Kettenglied');
    const [chinese] = await found({ query: '张晓明', language: 'zh', ai_search_cutoff_score: 90 });
    expect(chinese.document_id).toBe('qi');
  });

  it('finds nothing for words that no passage has, and keeps to the scope', async () => {
    expect(await found({ query: 'zyzzyva-99', ai_search_cutoff_score: 90 })).toEqual([]);
    expect(await found({ query: 'KX-2200/B', ai_search_cutoff_score: 90, document_id: ['contact'] })).toEqual([]);
    expect(await found({ query: 'KX-2200/B', ai_search_cutoff_score: 90, tenant_id: ['a'] })).toEqual([]);
    const filter = { must: [{ term: { title: 'Contact' } }] };
    expect(await found({ query: 'KX-2200/B', ai_search_cutoff_score: 90, filter })).toEqual([]);
  });

  it('returns the best ones, whatever the limit', async () => {
    const request = { query: 'Who can say something about tides, pasta or chess at example.com?' };
    const all = await found({ ...request, retrieval_limit: 100 });
    expect(all.length).toBeGreaterThan(2);
    for (const retrieval_limit of [1, 2]) {
      expect(await found({ ...request, retrieval_limit })).toEqual(all.slice(0, retrieval_limit));
    }
  });
});

function kapitel(thema: string, wort: string): string {
  const satz = (i: number) =>
    `Der Satz Nummer ${i} in diesem Kapitel erzählt etwas Neues über ${thema} und ihre Fahrten.`;
  const absatz = Array.from({ length: 12 }, (_, i) => satz(i)).join(' ');
  return `${absatz}\n\n${absatz} Das ${wort} ist aus Stahl.\n\n${absatz}`;
}

describe('a long query', () => {
  const filler = (sentences: number) =>
    'We spent a quiet week in the mountains and talked about nothing in particular. '.repeat(sentences);
  const ask = (before: number, after: number) =>
    retrieve({ query: `${filler(before)}What makes the level of the ocean rise and fall? ${filler(after)}`.trim() });

  it.each([
    { where: 'beginning', before: 0, after: 120 },
    { where: 'middle', before: 60, after: 60 },
    { where: 'end', before: 120, after: 0 },
  ])('is read where its point is at the $where', async ({ before, after }) => {
    const { body } = await ask(before, after);
    expect(body.data.map(({ document_id }) => document_id)).toContain('moon');
    expect(body.token_usage.semantic_tokens).toBeGreaterThan(1_500);
  });
});

const ids = (count: number) => Array.from({ length: count }, (_, i) => `id-${i}`);

describe('the parameters of retrieve', () => {
  const echoes: cases.EchoCase[] = [
    ...cases.ACCEPTED_LIMITS,
    { what: 'nothing but a query', sent: {}, echo: { retrieval_limit: 10, ai_search_cutoff_score: 50 } },
    { what: 'no documents', sent: {}, echo: { document_id: null, multilingual_search: false } },
    { what: 'ten documents', sent: { document_id: ids(10) }, echo: { document_id: ids(10) } },
    { what: 'a limit of 100', sent: { retrieval_limit: 100 }, echo: { retrieval_limit: 100 } },
    { what: 'another order', sent: { rerank: true }, echo: { rerank: true } },
    { what: 'a limit of 1', sent: { retrieval_limit: 1 }, echo: { retrieval_limit: 1 } },
    { what: 'all languages', sent: { multilingual_search: true }, echo: { multilingual_search: true, language: null } },
    { what: 'a query of 10,000 emoji', sent: { query: EMOJI.repeat(10_000) }, echo: { query: EMOJI.repeat(10_000) } },
  ];
  it.each(echoes)('include $what', async ({ sent, echo }) => {
    const answer = await retrieve(sent);
    expectSuccess(answer, 'retrieve_result');
    expect(answer.body).toMatchObject(echo);
  });

  it.each([
    ...[...cases.REFUSED_CUTOFFS, ...cases.REFUSED_LANGUAGES, ...cases.REFUSED_TENANTS],
    ...[...cases.REFUSED_FILTERS, ...cases.REFUSED_SWITCHES],
    refused('an empty query', { query: '' }, { query: 'parameter_too_short' }),
    refused('a query of 10,001', { query: 'x'.repeat(10_001) }, { query: 'parameter_too_long' }),
    refused('a limit of 0', { retrieval_limit: 0 }, { retrieval_limit: 'parameter_too_small' }),
    refused('a limit of 101', { retrieval_limit: 101 }, { retrieval_limit: 'parameter_too_large' }),
    refused('an empty list of documents', { document_id: [] }, { document_id: 'too_few_items' }),
    refused('eleven documents', { document_id: ids(11) }, { document_id: 'too_many_items' }),
    refused('a document outside of a list', { document_id: 'moon' }, { document_id: 'parameter_type' }),
    refused('an empty document id', { document_id: ['a', ''] }, { 'document_id[1]': 'parameter_too_short' }),
    refused('a long document id', { document_id: ['x'.repeat(129)] }, { 'document_id[0]': 'parameter_too_long' }),
    refused('paging', { page: 1, limit: 5 }, { page: 'parameter_unknown', limit: 'parameter_unknown' }),
  ])('exclude $what', async ({ sent, problems }) => {
    expectProblems(await retrieve(sent), problems);
  });

  it('must include a query', async () => {
    expectProblems(await shared.client.retrieve({}), { query: 'parameter_missing' });
  });
});
