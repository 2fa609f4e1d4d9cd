import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Json, VERSION } from './harness/client.js';
import { idsOf } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const TYPES = ['lexical', 'ai_semantic', 'hybrid'];

const TOPICS = ['tides', 'pasta', 'chess', 'glaciers', 'volcanoes'];
const CROWD = Array.from({ length: 120 }, (_, i) => ({
  id: `crowd-${String(i).padStart(3, '0')}`,
  title: `Notes about ${TOPICS[i % 5]} ${i}`,
  tenant_id: 'crowd',
  content: `Lecture ${i} explains ${TOPICS[i % 5]} and ${TOPICS[(i * 7) % 5]}. ${'Further reading follows. '.repeat(i % 4)}`,
  created_at: new Date(Date.UTC(2024, 0, 1 + (i % 30))).toISOString(),
  metadata: { topic: TOPICS[i % 5], rank: i % 10 },
}));

const WORDS = [
  { id: 'exact', title: 'Photosynthesis', content: 'Plants turn light into sugar by photosynthesis.' },
  { id: 'typo', title: 'Fotos', content: 'Plants turn light into sugar by phtosynthesis.' },
  { id: 'phrase', title: 'Rules', content: 'The quick brown fox jumps.' },
  { id: 'scattered', title: 'Rules', content: 'A brown dog is quick, the fox is not.' },
  { id: 'code', title: 'Spare part AB-1234/x', content: 'Fits all pumps.' },
  { id: 'other-code', title: 'Spare part AB-1235/x', content: 'Fits all pumps.' },
  { id: 'apart', title: 'Weather', content: 'The climate of the north will change, they say, before long.' },
  { id: 'adjacent', title: 'Weather', content: 'They say that climate change will reach the north before long.' },
  { id: 'in-title', title: 'Change the oil, save the climate', content: 'A climate of change.' },
  {
    id: 'in-passing',
    title: 'Minutes',
    content: `${'Nothing else was said. '.repeat(60)}Then climate change came up.`,
  },
  { id: 'forms', title: 'Universities of Wessex', content: 'Wessex and its universities, all universities of Wessex.' },
  {
    id: 'named-once',
    title: 'Minutes',
    content: `${'Nothing else was said. '.repeat(60)}She taught at the University of Wessex.`,
  },
  { id: 'blue-whale', title: 'シロナガスクジラ', content: 'シロナガスクジラは最大の動物です。', language: 'ja' },
  { id: 'zh-whale', title: '蓝鲸', content: '蓝鲸是最大的动物。', language: 'zh' },
  { id: 'zh-crow', title: '乌鸦', content: '乌鸦很聪明。', language: 'zh' },
  { id: 'crow', title: 'カラス', content: 'カラスは賢い動物です。', language: 'ja' },
  { id: 'glass', title: 'ガラス', content: 'ガラスは割れやすい素材です。', language: 'ja' },
  { id: 'egg', title: '朝食', content: '朝食にたまごを食べました。', language: 'ja' },
  { id: 'postage', title: '送料', content: '送料はお客様のご負担です。', language: 'ja', tenant_id: 'shop' },
  { id: 'student', title: '学习', content: '大学生在大学学习。', language: 'zh' },
  { id: 'tokyo', title: '东京大学', content: '东京大学很有名。', language: 'zh' },
  { id: 'capital', title: '京', content: '京是首都的意思。', language: 'zh' },
  { id: 'large', title: '大', content: '大就是不小。', language: 'zh' },
].map((document) => ({ tenant_id: 'words', ...document }));

/** Texts with signs that are no query syntax. */
const SIGNS = [
  { id: 'freezer', title: 'Kitchen', content: 'Store meat at -18 degrees or colder.' },
  { id: 'signals', title: 'Processes', content: 'The command kill -9 ends a process at once.' },
  { id: 'module', title: 'Packages', content: 'Run python -m pip install --upgrade to get the newest one.' },
  { id: 'cold', title: 'Weather', content: 'In January it was -40 °C in Yakutsk.' },
].map((document) => ({ tenant_id: 'signs', ...document }));

/** Codes, addresses and versions, and texts that have but their digits and letters. */
const NUMBERS = [
  { id: 'breakfast', title: 'Breakfast', content: 'Breakfast is served from 7:00 to 10:30, on day 5 from 8:00.' },
  { id: 'shipping', title: 'Shipping', content: 'Parcels take 2-3 days and cost 4.90 EUR. Express (1 day): 7.50 EUR.' },
  { id: 'oven', title: 'Oven', content: 'Bake at 180 °C for 35 minutes.' },
  { id: 'router', title: 'Router', content: 'The router has the address 192.168.0.254 and the gateway 172.16.0.3.' },
  { id: 'release', title: 'Release notes', content: 'Version 3.1 mends the export.' },
  { id: 'language', title: 'Languages', content: 'The engine is written in C# and Python.' },
  { id: 'as-words', title: 'Stock', content: 'We have the valve ZX 9981 in stock, as item 47 11 3.' },
  { id: 'email', title: 'Contact', content: 'Send us an email.' },
  { id: 'e-mail-apart', title: 'Support', content: 'You get our reply by e mail.' },
  { id: 'modern', title: 'Studio', content: 'The state of the art in sound.' },
  { id: 'graphics', title: 'Graphics', content: 'The card GTX 1050 draws little power.' },
  { id: 'flour', title: 'Flour', content: 'Sold in bags of 25kg.' },
  { id: 'runtime', title: 'Runtime', content: 'It runs on nodejs alone.' },
  { id: 'amount', title: 'Prize', content: 'The winner gets 1000 euros.' },
].map((document) => ({ tenant_id: 'numbers', ...document }));

beforeAll(async () => {
  await shared.client.importDocuments([...CROWD, ...WORDS, ...SIGNS, ...NUMBERS]);
});

async function allPages(request: Json): Promise<{ hits: string[]; bodies: Answer['body'][] }> {
  const bodies: Answer['body'][] = [];
  let page: number | null = 1;
  while (page !== null) {
    const { body }: Answer = await shared.client.search({ ...request, page });
    bodies.push(body);
    page = body.next_page;
  }
  return { hits: bodies.flatMap(({ data }) => data.map(({ id, sort_value }) => `${id} ${sort_value}`)), bodies };
}

describe.each(TYPES)('a page of %s results', (search_type) => {
  const request = { query: 'a lecture on tides', search_type, tenant_id: ['crowd'], ai_search_cutoff_score: 0 };

  it('is a part of one list, whatever its size', async () => {
    const sort = [{ _score: 'desc' }];
    const large = await allPages({ ...request, sort, limit: 100 });
    const total = large.bodies[0].total_number_of_results;
    expect(total).toBeGreaterThan(20);
    expect(large.hits).toHaveLength(total);
    for (const limit of [7, 30]) expect((await allPages({ ...request, sort, limit })).hits).toEqual(large.hits);
  });

  it('has the same total, facets and scores on every page', async () => {
    const { bodies } = await allPages({ ...request, limit: 9, facet: ['metadata.topic', 'language'] });
    const [{ facet_result, total_number_of_results }] = bodies;
    for (const body of bodies) expect(body).toMatchObject({ facet_result, total_number_of_results });
    const counts = facet_result?.['metadata.topic'].values.map(({ count }) => count) ?? [];
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total_number_of_results);
  });

  it('tells the scores it was sorted by, best first, 0 to 100', async () => {
    const { body } = await shared.client.search({ ...request, sort: [{ _score: {} }], limit: 50 });
    const scores = body.data.map(({ sort_value }) => Number(sort_value?.[0]));
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score) => score >= 0 && score <= 100)).toBe(true);
    const level = (score: number) =>
      score >= 80 ? 'very_high' : score >= 65 ? 'high' : score >= 50 ? 'medium' : 'low';
    expect(body.data.map(({ confidence_level }) => confidence_level)).toEqual(scores.map(level));
  });

  it('has no sort_value when no sort was sent, and the same order as by score', async () => {
    const plain = await shared.client.search(request);
    expect(plain.body.data.every(({ sort_value }) => sort_value === null)).toBe(true);
    expect(idsOf(plain)).toEqual(idsOf(await shared.client.search({ ...request, sort: [{ _score: 'desc' }] })));
  });

  it('can be sorted by other fields, and keeps its confidence', async () => {
    const sort = [{ 'metadata.rank': 'desc' }, { created_at: 'asc' }];
    const { body } = await shared.client.search({ ...request, sort, limit: 100 });
    const ranks = body.data.map(({ metadata }) => Number(metadata?.rank));
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    expect(body.data[0].confidence_level).not.toBe('not_available');
  });

  it('is limited by filters before it is counted', async () => {
    const everything = await shared.client.search(request);
    const filter = { must: [{ term: { 'metadata.topic': 'tides' } }, { range: { 'metadata.rank': { lt: 5 } } }] };
    const { body } = await shared.client.search({ ...request, filter, limit: 100 });
    expect(body.total_number_of_results).toBe(body.data.length);
    expect(body.total_number_of_results).toBeLessThan(everything.body.total_number_of_results);
    expect(body.data.every(({ metadata }) => metadata?.topic === 'tides' && Number(metadata?.rank) < 5)).toBe(true);
  });
});

describe('the cutoff', () => {
  const semantic = (cutoff: number, more: Json = {}) =>
    shared.client.search({
      ...{ query: 'ocean tides', search_type: 'ai_semantic', tenant_id: ['crowd'], limit: 100 },
      ...{ ai_search_cutoff_score: cutoff, sort: [{ _score: {} }], ...more },
    });

  it('leaves only what scores above it, before counting', async () => {
    const all = await semantic(0);
    const scores = all.body.data.map(({ sort_value }) => Number(sort_value?.[0]));
    for (const cutoff of [20, 50, 80]) {
      const { body } = await semantic(cutoff);
      expect(body.data.every(({ sort_value }) => Number(sort_value?.[0]) > cutoff)).toBe(true);
      if (all.body.total_number_of_results <= 100) {
        expect(body.total_number_of_results).toBe(scores.filter((score) => score > cutoff).length);
      }
    }
  });

  it.each(['ai_semantic', 'hybrid'])('may be written -0 in a search of type %s', async (search_type) => {
    const request = { query: 'ocean tides', search_type, tenant_id: ['crowd'], ai_search_cutoff_score: 0 };
    const zero = await shared.client.search(request);
    // JSON.stringify makes 0 of -0.
    const text = JSON.stringify(request).replace('"ai_search_cutoff_score":0', '"ai_search_cutoff_score":-0');
    const negative = await shared.client.postText(`${VERSION}/search`, text);
    expect(negative.body.total_number_of_results).toBe(zero.body.total_number_of_results);
    expect(idsOf(negative)).toEqual(idsOf(zero));
    expect(text).toContain('-0');
  });

  it('cuts the part of meaning alone in a hybrid search: words still find', async () => {
    const request = { query: 'chess', tenant_id: ['crowd'], limit: 100, ai_search_cutoff_score: 90 };
    const lexical = await shared.client.search({ ...request, search_type: 'lexical' });
    const hybrid = await shared.client.search({ ...request, search_type: 'hybrid' });
    expect(idsOf(hybrid)).toEqual(expect.arrayContaining(idsOf(lexical)));
  });
});

describe('the words of a query', () => {
  const lexical = (query: string, more: Json = {}) =>
    shared.client.search({ query, search_type: 'lexical', tenant_id: ['words'], ...more });

  it('are confident of what a typo can only mean', async () => {
    const { body } = await lexical('photosynthesiz');
    expect(body.data[0]).toMatchObject({ id: 'exact', confidence_level: expect.stringMatching(/medium|high/) });
  });

  it('forgive a typo, but rank the right word first', async () => {
    expect(idsOf(await lexical('photosynthesis'))).toEqual(['exact', 'typo']);
    expect(idsOf(await lexical('photosinthesis'))).toContain('exact');
  });

  it('forgive nothing where fuzzy_search is off', async () => {
    expect(idsOf(await lexical('photosynthesis', { fuzzy_search: false }))).toEqual(['exact']);
    expect(idsOf(await lexical('photosinthesis', { fuzzy_search: false }))).toEqual([]);
  });

  it('never take one code for another', async () => {
    expect(idsOf(await lexical('AB-1234/x'))[0]).toBe('code');
    expect(idsOf(await lexical('1235'))).toEqual(['other-code']);
  });

  it('find a code with and without the signs between its letters and digits, and mark it', async () => {
    const { body } = await lexical('AB1234X');
    expect(body.data.map(({ id, title }) => [id, title])).toEqual([['code', 'Spare part **AB-1234/x**']]);
    expect(idsOf(await lexical('AB12/34X'))).not.toContain('code');
  });

  it('are no good where a text has but one hiragana of a word', async () => {
    const { body } = await lexical('たまご', { language: 'ja' });
    expect(body.data.map(({ id, confidence_level }) => [id, confidence_level])).toEqual([['egg', 'very_high']]);
    const shop = await lexical('たまご', { language: 'ja', tenant_id: ['shop'] });
    expect(shop.body.data.map(({ confidence_level }) => confidence_level)).toEqual(['low']);
  });

  it.each(['10.0.0.5', '192.168.7.1', 'version 2.4', 'C++', '7-5', 'item 2.4.7'])(
    'are no good where a text has but digits or a letter of "%s"',
    async (query) => {
      const { body } = await lexical(query, { tenant_id: ['numbers'] });
      const levels = new Map(body.data.map(({ id, confidence_level }) => [id, confidence_level]));
      for (const id of ['breakfast', 'shipping', 'oven']) expect(['low', undefined]).toContain(levels.get(id));
    },
  );

  it.each([
    ['192.168.0.254', 'router'],
    ['version 3.1', 'release'],
    ['C#', 'language'],
    ['10:30', 'breakfast'],
    ['ZX-9981', 'as-words'],
    ['47-11-3', 'as-words'],
    ['e-mail', 'e-mail-apart'],
    ['state-of-the-art', 'modern'],
    ['1,000', 'amount'],
    ['GTX1050', 'graphics'],
    ['25 kg of flour', 'flour'],
    ['Node.js', 'runtime'],
  ])('find "%s" as it is written, and in other ways: %s', async (query, id) => {
    const { body } = await lexical(query, { tenant_id: ['numbers'] });
    const found = body.data.find((document) => document.id === id);
    expect(['medium', 'high', 'very_high']).toContain(found?.confidence_level);
  });

  it('are marked however they are written', async () => {
    const { body } = await lexical('gtx1050', { tenant_id: ['numbers'] });
    expect(body.data.map(({ excerpt }) => excerpt)).toEqual(['The card **GTX 1050** draws little power.']);
  });

  it('forgive nothing inside of a code or an address', async () => {
    expect(idsOf(await lexical('spere-99'))).toEqual([]);
    expect(idsOf(await lexical('plents@sugar.example'))).not.toContain('scattered');
    const { body } = await lexical('photosynthexis.example.org');
    expect(body.total_number_of_results).toBe(0);
  });

  it('find no less where typos are forgiven', async () => {
    const query = 'photosinthesis quick sugar';
    const forgiving = idsOf(await lexical(query));
    expect(forgiving).toEqual(expect.arrayContaining(idsOf(await lexical(query, { fuzzy_search: false }))));
  });

  it('rank higher where they follow each other as in the query', async () => {
    const found = idsOf(await lexical('climate change'));
    expect(found.slice(0, 2).sort()).toEqual(['adjacent', 'in-passing']);
    expect(found.slice(2)).toEqual(['in-title', 'apart']);
  });

  it('rank higher as they are written than in other forms, wherever these stand', async () => {
    expect(idsOf(await lexical('university'))).toEqual(['named-once', 'forms']);
    expect(idsOf(await lexical('University of Wessex'))).toEqual(['named-once', 'forms']);
    expect(idsOf(await lexical('universities'))).toEqual(['forms', 'named-once']);
  });

  it('are not found by a piece of another word in katakana, nor marked there', async () => {
    expect(idsOf(await lexical('カラス', { language: 'ja' }))).toEqual(['crow']);
    const near = { search_type: 'ai_semantic', ai_search_cutoff_score: 0, language: 'ja' };
    const { body } = await lexical('カラス', near);
    const marked = body.data.filter(({ title }) => title.includes('**')).map(({ title }) => title);
    expect(body.data.map(({ id }) => id)).toContain('glass');
    expect(marked).toEqual(['**カラス**']);
  });

  it('are marked where three characters in a row of a word in katakana stand elsewhere', async () => {
    const { body } = await lexical('ナガスイルカ', { language: 'ja' });
    expect(body.data.map(({ id, title }) => [id, title])).toEqual([['blue-whale', 'シロ**ナガス**クジラ']]);
  });

  it('score in quotes at least what they score without', async () => {
    const sort = [{ _score: 'desc' }];
    const [quoted, bare] = [await lexical('"climate change"', { sort }), await lexical('climate change', { sort })];
    expect(quoted.body.data[0].sort_value).toEqual(bare.body.data[0].sort_value);
  });

  it('are found where a word of Chinese stands by itself and in a longer one', async () => {
    for (const query of ['大学生', '"大学生"', '"大学生在大学"', '"大学"']) {
      expect(idsOf(await lexical(query, { language: 'zh' }))).toContain('student');
    }
  });

  it('are found across two words of Chinese, before each of their characters', async () => {
    const found = idsOf(await lexical('京大', { language: 'zh' }));
    expect(found[0]).toBe('tokyo');
    expect(found.slice(1).sort()).toEqual(['capital', 'large']);
  });

  it('are found in quotes, and kept out, inside of longer words of Japanese', async () => {
    const japanese = (query: string) => lexical(query, { language: 'ja' });
    expect(idsOf(await japanese('"クジラ"'))).toEqual(['blue-whale']);
    expect(idsOf(await japanese('動物 -クジラ'))).toEqual(['crow']);
    expect((await japanese('"ジクラ"')).body.relaxed_phrases).toEqual(['ジクラ']);
    expect((await japanese('"クジラ"')).body.data[0].title).toContain('**クジラ**');
  });

  it('may be a single character inside of a longer word of Chinese', async () => {
    const { body } = await lexical('鲸', { language: 'zh' });
    expect(body.data.map(({ id, title }) => [id, title])).toEqual([['zh-whale', '蓝**鲸**']]);
    expect(idsOf(await lexical('鸦', { language: 'zh' }))).toEqual(['zh-crow']);
  });

  it('follow each other where they are quoted', async () => {
    expect(idsOf(await lexical('quick brown fox')).sort()).toEqual(['phrase', 'scattered']);
    expect(idsOf(await lexical('"quick brown fox"'))).toEqual(['phrase']);
  });

  it.each(['lexical', 'hybrid'])(
    'are read one by one in %s where no document has them as quoted',
    async (search_type) => {
      const asked = { search_type, facet: ['language'], limit: 1, ai_search_cutoff_score: 90 };
      const { body } = await lexical('which fox is “brown quick”?', asked);
      expect(body.relaxed_phrases).toEqual(['brown quick']);
      const plain = await lexical('which fox is brown quick?', { ...asked, limit: 10 });
      expect(plain.body).not.toHaveProperty('relaxed_phrases');
      expect(body.total_number_of_results).toBe(2);
      expect(plain.body.total_number_of_results).toBe(2);
      expect(body.facet_result).toEqual(plain.body.facet_result);
      const second = await lexical('which fox is “brown quick”?', { ...asked, page: 2 });
      expect(second.body).toMatchObject({ relaxed_phrases: ['brown quick'], total_number_of_results: 2 });
      expect([...body.data, ...second.body.data].map(({ id }) => id).sort()).toEqual(['phrase', 'scattered']);
    },
  );

  it.each(['lexical', 'hybrid'])('bind in quotes in %s while a document in scope has them', async (search_type) => {
    const ask = (more: Json) => lexical('"quick brown fox" rules', { search_type, ...more });
    const bound = await ask({});
    expect(idsOf(bound)).toEqual(['phrase']);
    expect(bound.body).not.toHaveProperty('relaxed_phrases');
    const filtered = await ask({ filter: { must_not: [{ ids: { values: ['phrase'] } }] } });
    expect(idsOf(filtered)).toEqual(['scattered']);
    expect(filtered.body.relaxed_phrases).toEqual(['quick brown fox']);
    const other = await ask({ tenant_id: ['signs'] });
    expect(other.body.relaxed_phrases).toEqual(['quick brown fox']);
  });

  it('are relaxed phrase by phrase', async () => {
    const { body } = await lexical('"quick brown" "fox brown" -"dog is"');
    expect(body.data.map(({ id }) => id)).toEqual(['phrase']);
    expect(body.relaxed_phrases).toEqual(['fox brown']);
  });

  it('are kept out by a minus sign, in words and phrases', async () => {
    expect(idsOf(await lexical('quick -dog'))).toEqual(['phrase']);
    expect(idsOf(await lexical('quick -"brown fox"'))).toEqual(['scattered']);
    expect(idsOf(await lexical('wessex -universities'))).toEqual([]);
    expect(idsOf(await lexical('wessex -"universities"'))).toEqual(['named-once']);
  });

  it.each([
    ['freezer', 'store meat at -18 degrees'],
    ['freezer', '-18 degrees -meet'],
    ['signals', 'kill -9'],
    ['module', 'python -m pip'],
    ['module', 'pip install --upgrade'],
    ['cold', '-40 °C'],
    ['cold', '−40 °C'],
  ])('find %s by %j: a minus before a number or a flag keeps nothing out', async (id, query) => {
    for (const search_type of ['lexical', 'hybrid']) {
      const found = await lexical(query, { search_type, tenant_id: ['signs'] });
      expect(idsOf(found)[0]).toBe(id);
    }
  });

  it('are asked for, minus or not, where nothing else is', async () => {
    expect(idsOf(await lexical('-dog'))).toEqual(['scattered']);
    expect(idsOf(await lexical('-"brown fox"'))).toEqual(['phrase']);
    expect(idsOf(await lexical(' -quick -dog')).sort()).toEqual(['phrase', 'scattered']);
  });

  it('are kept out of a hybrid search too', async () => {
    const hybrid = await lexical('quick -dog', { search_type: 'hybrid', ai_search_cutoff_score: 0 });
    expect(idsOf(hybrid)).toContain('phrase');
    expect(idsOf(hybrid)).not.toContain('scattered');
  });

  it('all together always match; none of them never does', async () => {
    expect(idsOf(await lexical('plants turn light into sugar'))).toEqual(expect.arrayContaining(['exact', 'typo']));
    expect(idsOf(await lexical('zeppelin airship'))).toEqual([]);
  });
});

describe('a written document', () => {
  it('is found at once, changed at once, and gone at once', async () => {
    const find = async (query: string) =>
      idsOf(await shared.client.search({ query, search_type: 'hybrid', tenant_id: ['fresh'] }));
    await shared.client.addDocument({ id: 'fresh', title: 'Beekeeping', content: 'Honey.', tenant_id: 'fresh' });
    expect(await find('beekeeping')).toEqual(['fresh']);
    await shared.client.updateDocument('fresh', { title: 'Violin making', content: 'Spruce and maple.' });
    expect(await find('violins')).toEqual(['fresh']);
    expect(await find('beekeeping')).toEqual([]);
    await shared.client.updateDocument('fresh', { metadata: { a: 1 } });
    expect(await find('violins')).toEqual(['fresh']);
    await shared.client.deleteDocument('fresh');
    expect(await find('violins')).toEqual([]);
  });
});
