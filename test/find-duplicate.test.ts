import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, VERSION } from './harness/client.js';
import { refused } from './harness/document-cases.js';
import { expectError, expectProblems, expectSuccess, idsOf } from './harness/expectations.js';
import * as cases from './harness/search-cases.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const duplicates = (document_id: unknown, more: Json = {}) => shared.client.findDuplicate({ document_id, ...more });

const PARAGRAPHS = [
  'The Moon pulls the oceans towards it, and the water bulges on both sides of the Earth. As the planet turns, every coast passes through both bulges and sees the sea rise and fall twice a day.',
  'The Sun pulls as well, though less than half as strongly. When Sun and Moon stand in one line their forces add up to spring tides; when they stand at right angles, the weaker neap tides follow.',
  'The shape of the coast matters too. In narrow bays the water is pressed together and climbs many metres, while in closed seas such as the Baltic hardly any change can be seen.',
];
const TEXT = PARAGRAPHS.join('\n\n');
const SAME_TOPIC =
  'Tides are the rise and fall of sea levels caused by the gravitational forces of the Moon and the Sun. Sailors ' +
  'have printed tables of high and low water for centuries, and today power stations use the currents to make electricity.';

/** Every seventh word is another one. */
const CHANGED = PARAGRAPHS.slice(1)
  .join('\n\n')
  .split(' ')
  .map((word, i) => (i % 7 === 3 ? `lantern${i}` : word))
  .join(' ');

/** Each pair differs in one name or number. */
const STATEMENTS = {
  name: ['Anna Schmidt signed the contract for the new bridge in Hamburg.', 'Schmidt', 'Weber'],
  number: ['The committee approved a budget of 450 million euros for the new railway line on Tuesday.', '450', '780'],
  long: [
    'After three years of talks with the owners of the land, the mayor of Lisbon announced on Friday that the city will ' +
      'build a tunnel under the river, which is to carry forty thousand vehicles a day and to cost less than the bridge.',
    'Lisbon',
    'Porto',
  ],
} as const;

const HOURS = [
  'The harbour office opens at eight.',
  'Boats are moored by the old pier.',
  'Please pay the fee before you leave.',
];

const COPIES = {
  same: { title: 'How tides work', content: TEXT },
  retitled: { title: 'A completely different heading', content: TEXT },
  reordered: { title: 'How tides work', content: [...PARAGRAPHS].reverse().join('\n\n') },
  edited: {
    title: 'How the tides work',
    content: TEXT.replace('twice a day', 'two times daily')
      .replace('many metres', 'several meters')
      .replace('well', 'too'),
  },
  html: {
    title: 'How tides work',
    content: PARAGRAPHS.map((text) => `<p>${text.replace('Moon', '<b>Moon</b>')}</p>`).join('\n'),
    content_type: 'html',
  },
};

beforeAll(async () => {
  const others = {
    source: { title: 'How tides work', content: TEXT },
    topic: { title: 'Tides', content: SAME_TOPIC },
    pasta: { title: 'Cooking pasta', content: 'Boil salted water and add the spaghetti.' },
    german: { title: 'How tides work', content: TEXT, language: 'de' },
    foreign: { title: 'How tides work', content: TEXT, tenant_id: 'u', metadata: { kind: 'copy' } },
    bare: { title: 'A title and nothing else' },
    'bare-copy': { title: 'A title and nothing else' },
    'signs-1': { title: 'Contract for boats', content: '!!!' },
    'signs-2': { title: 'Recipe for soup', content: '😀' },
    'signs-3': { title: 'Walking tour', content: ' ' },
    'signs-4': { title: '***', content: '!!!' },
    'signs-5': { title: '???', content: '…' },
    'short-1': { title: 'Quarterly figures', content: 'To be done.' },
    'short-2': { title: 'Holiday plan', content: 'To be done.' },
    shortened: { title: 'Tides', content: CHANGED, tenant_id: 'shortened' },
    ...Object.fromEntries(
      Object.entries(STATEMENTS).flatMap(([id, [text, word, other]]) => [
        [`${id}-1`, { title: 'News', content: text }],
        [`${id}-2`, { title: 'News', content: text.replace(word, other) }],
        [`${id}-3`, { title: 'Latest', content: text.toUpperCase() }],
      ]),
    ),
    'harbour-1': { title: 'Opening hours', content: HOURS.join('\n\n') },
    'harbour-2': { title: 'Opening hours', content: [...HOURS].reverse().join('\n\n') },
  };
  const documents = Object.entries({ ...others, ...COPIES }).map(([id, fields]) => ({ tenant_id: 't', ...fields, id }));
  await shared.client.importDocuments(documents);
});

describe('finding duplicates', () => {
  it('answers documents with exactly their fields', async () => {
    const answer = await duplicates('source');
    expectSuccess(answer, 'find_duplicate_result');
    expect(Object.keys(answer.body.data[0]).sort()).toEqual(
      [
        ...['id', 'title', 'confidence_level', 'source_uri', 'metadata', 'tenant_id', 'language'],
        ...['created_at', 'updated_at'],
      ].sort(),
    );
    expect(Object.keys(answer.body).sort()).toEqual(
      [
        ...['object', 'url', 'data', 'document_id', 'tenant_id', 'filter', 'sort', 'language'],
        ...['has_more', 'next_page', 'total_number_of_results', 'page', 'limit', 'token_usage', 'livemode'],
      ].sort(),
    );
    expect(answer.body.url).toBe(`${VERSION}/find-duplicate`);
    expect(answer.body.token_usage.semantic_tokens).toBeGreaterThan(0);
  });

  it('finds copies, and not what is merely on the same topic', async () => {
    const found = [...Object.keys(COPIES), 'foreign', 'shortened'];
    expect(idsOf(await duplicates('source')).sort()).toEqual(found.sort());
  });

  it('finds a copy with every seventh word changed and a paragraph dropped, from either side', async () => {
    const { body } = await duplicates('source', { tenant_id: ['shortened'] });
    expect(body.data.map(({ id, confidence_level }) => [id, confidence_level])).toEqual([['shortened', 'medium']]);
    expect(idsOf(await duplicates('shortened'))).toContain('source');
  });

  it.each(Object.keys(STATEMENTS))(
    'is not sure of a sentence with another %s, but of the same sentence',
    async (id) => {
      const { body } = await duplicates(`${id}-1`);
      const levels = new Map(body.data.map((item) => [item.id, item.confidence_level]));
      expect([undefined, 'medium']).toContain(levels.get(`${id}-2`));
      expect(levels.get(`${id}-3`)).toBe('very_high');
    },
  );

  it('is sure of the same text under any title', async () => {
    const { body } = await duplicates('source');
    for (const id of ['same', 'retitled', 'reordered', 'html']) {
      expect(body.data.find((item) => item.id === id)?.confidence_level).toBe('very_high');
    }
  });

  it.each(Object.keys(COPIES))('is sure of the %s copy', async (id) => {
    const { body } = await duplicates('source');
    expect(['high', 'very_high']).toContain(body.data.find((item) => item.id === id)?.confidence_level);
  });

  it('finds the source from its copy', async () => {
    expect(idsOf(await duplicates('edited'))).toContain('source');
  });

  it('compares documents that are a title alone', async () => {
    expect(idsOf(await duplicates('bare'))).toEqual(['bare-copy']);
  });

  it('takes no documents for copies whose contents say next to nothing', async () => {
    for (const id of ['signs-1', 'signs-2', 'signs-3', 'signs-4', 'short-1'])
      expect(idsOf(await duplicates(id))).toEqual([]);
  });

  it('is sure of a short copy whose sentences stand in another order', async () => {
    const { body } = await duplicates('harbour-1');
    expect(body.data.map(({ id, confidence_level }) => [id, confidence_level])).toEqual([['harbour-2', 'very_high']]);
  });

  it('is limited to language, tenants and filter', async () => {
    expect(idsOf(await duplicates('source', { language: 'de' }))).toEqual(['german']);
    expect(idsOf(await duplicates('source', { tenant_id: ['u'] }))).toEqual(['foreign']);
    const filter = { must: [{ term: { 'metadata.kind': 'copy' } }] };
    expect(idsOf(await duplicates('source', { filter }))).toEqual(['foreign']);
  });

  it('does not know a document that does not exist', async () => {
    for (const id of ['missing', '../etc/passwd', 'ü']) {
      const answer = await duplicates(id);
      expectError(answer, 404, 'document_not_found');
      expect(answer.body.error.param).toBe('document_id');
    }
  });
});

describe('the parameters of find-duplicate', () => {
  it.each(cases.ACCEPTED_SCORED_LISTS)('include $what', async ({ sent, echo }) => {
    const answer = await duplicates('source', sent);
    expectSuccess(answer, 'find_duplicate_result');
    expect(answer.body).toMatchObject({ document_id: 'source', ...echo });
  });

  it.each([
    ...cases.REFUSED_SCORED_LISTS,
    refused('an empty id', { document_id: '' }, { document_id: 'parameter_too_short' }),
    refused('a long id', { document_id: 'x'.repeat(129) }, { document_id: 'parameter_too_long' }),
    refused('a list of ids', { document_id: ['source'] }, { document_id: 'parameter_type' }),
    refused('all languages', { multilingual_search: true }, { multilingual_search: 'parameter_unknown' }),
  ])('exclude $what', async ({ sent, problems }) => {
    expectProblems(await duplicates('source', sent), problems);
  });

  it('must include an id', async () => {
    expectProblems(await shared.client.findDuplicate({}), { document_id: 'parameter_missing' });
  });
});
